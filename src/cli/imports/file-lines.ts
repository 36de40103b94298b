import { type CsvFile, delimiterName, headersOf } from '../../imports/csv/csv-file.ts';
import { cleanLine } from '../../lib/text/text.ts';

/** The first line of a report: how the file is read. */
export const fileLine = (file: CsvFile): string =>
  `${file.name} (${file.encoding}, separated by ${delimiterName(file)})`;

/** Headers of columns of which the first that is not empty counts, on one line. */
export const shownHeaders = (file: CsvFile, indexes: readonly number[], separator = ', else '): string =>
  headersOf(file, indexes).map(cleanLine).join(separator);
