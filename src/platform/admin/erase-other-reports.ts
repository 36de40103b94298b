import { eraseReportsById, type ReportMarks, type ReportPosition, reportsWithMarks } from '../store/erase-reports.ts';
import { ownAddress, ownNumber } from '../store/erasure.ts';
import type { ContactRow, Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/** Reports that are read at a time. */
const BATCH_REPORTS = 500;
/** Shorter numbers are found in other numbers. */
const MIN_DIGITS = 7;

/**
 * Deletes what is kept of reports that have the number or the e-mail address of a contact and belong to no call, such as that
 * of a call which never ended, or one that was not understood. Returns how many there were. They are read outside of the
 * transactions that write, because their texts are long.
 */
export async function eraseOtherReports(store: Store, contact: ContactRow): Promise<number> {
  const marks = await store.readUncoordinated((db) => marksOf(db, contact));
  if (marks.digits === null && marks.addresses.length === 0) return 0;
  let erased = 0;
  let after: ReportPosition | undefined = { received_at: Number.MIN_SAFE_INTEGER, id: '' };
  while (after) {
    const batch: Batch = { after, limit: BATCH_REPORTS };
    const reports = await store.readUncoordinated((db) => reportsWithMarks(db, contact, marks, batch));
    const ids = reports.filter(({ isOfCustomer }) => isOfCustomer).map(({ id }) => id);
    if (ids.length > 0) erased += await store.write((tx) => eraseReportsById(tx, ids), { team: contact.team_id });
    after = reports.length === BATCH_REPORTS ? reports.at(-1) : undefined;
  }
  return erased;
}

interface Batch {
  after: ReportPosition;
  limit: number;
}

/** Nothing that another contact has too: those reports may be about that one. */
async function marksOf(db: Db, contact: ContactRow): Promise<ReportMarks> {
  const [number, address] = [await ownNumber(db, contact), await ownAddress(db, contact)];
  // A number of the country of the business is also written without its code.
  const digits = number === null ? '' : (await import('../../lib/phone.ts')).nationalDigits(number);
  return {
    digits: digits.length >= MIN_DIGITS ? digits : null,
    // As JSON has it, and as forms do.
    addresses: address === null ? [] : [...new Set([address, encodeURIComponent(address).toLowerCase()])],
  };
}
