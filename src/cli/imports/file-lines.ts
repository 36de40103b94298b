import { cleanLine } from '../../lib/text.ts';
import type { CsvFile } from './csv-file.ts';

const DELIMITER_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;

export const delimiterName = ({ delimiter }: CsvFile): string => DELIMITER_NAMES[delimiter];

/** The first line of a report: how the file is read. */
export const fileLine = (file: CsvFile): string =>
  `${file.path} (${file.encoding}, separated by ${delimiterName(file)})`;

/** Headers of columns as the file has them, for programs. */
export const headersOf = ({ header }: CsvFile, indexes: readonly number[]): string[] =>
  indexes.map((index) => header[index] ?? '');

/** Headers of columns of which the first that is not empty counts, on one line. */
export const shownHeaders = (file: CsvFile, indexes: readonly number[], separator = ', else '): string =>
  headersOf(file, indexes).map(cleanLine).join(separator);
