import { countText, numberText } from '../../../lib/moments.ts';
import type { ImportCounts, ImportedRecords, ImportReport } from '../../requests/imports.ts';

/** What a row of a file is. */
export const NOUNS: Record<ImportedRecords, string> = { contacts: 'customer', bookings: 'appointment' };

/** Rows that change something. */
export const changing = ({ counts }: ImportReport): number => (counts ? counts.added + (counts.merged ?? 0) : 0);

/** `100 appointments`: what is imported. */
export const importedText = (report: ImportReport, records: ImportedRecords): string =>
  countText(changing(report), NOUNS[records]);

/** The title of a report about what was done. */
export function doneTitle(report: ImportReport, records: ImportedRecords): string {
  const count = changing(report);
  return count === 0
    ? 'Nothing was imported'
    : `${importedText(report, records)} ${count === 1 ? 'was' : 'were'} imported`;
}

/** What happens to the rows of a file, or happened: a line for each kind that there is. */
export function countLines(counts: ImportCounts, records: ImportedRecords, applied: boolean): string[] {
  const { added, ahead = 0, customers = 0, merged = 0, unchanged, repeated, cancelled = 0, invalid } = counts;
  const { totals_rows: totals = 0 } = counts;
  const some = (count: number, text: string) => (count > 0 ? [text] : []);
  return [
    [
      countText(added, `new ${NOUNS[records]}`),
      ...some(ahead, added === 1 ? 'which is ahead' : `${numberText(ahead)} of them ahead`),
      ...some(customers, `with ${countText(customers, 'new customer')}`),
    ].join(', '),
    ...some(
      merged,
      `${countText(merged, 'row')} for customers who are here already, whose empty fields ${applied ? 'were' : 'would be'} filled`,
    ),
    ...some(unchanged, `${countText(unchanged, 'row')} unchanged: here already`),
    ...some(repeated, `${countText(repeated, 'row')} repeated in the file`),
    ...some(cancelled, `${countText(cancelled, 'row')} cancelled in the file, left out`),
    ...some(totals, `${countText(totals, 'row')} with totals, left out`),
    ...some(invalid, `${countText(invalid, 'row')} that ${applied ? 'could not' : 'cannot'} be imported`),
  ];
}
