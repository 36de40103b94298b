import { ApiError, type ScanResult } from '../../api/index.ts';

/** Reads a list. Returns a note on what could not be read, so that a missing scope does not fail the whole answer. */
export async function readList(records: string, scanAll: () => Promise<ScanResult>): Promise<string | undefined> {
  try {
    const result = await scanAll();
    return result.complete ? undefined : incompleteNote(records, result);
  } catch (error) {
    if (error instanceof ApiError && error.details.kind === 'forbidden') return missingScope(records);
    throw error;
  }
}

/** Says why a list was not read. */
export const missingScope = (records: string): string => `${records}: the key lacks the scope read:${records}`;

/** Says how much of a list was read. */
export function incompleteNote(records: string, { scanned, total }: ScanResult): string {
  return `${records}: only ${scanned} of ${total ?? 'an unknown number'} were read`;
}
