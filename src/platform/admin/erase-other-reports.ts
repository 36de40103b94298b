import { countryOf, rankedReports } from '../intake/record-call.ts';
import { phoneOf } from '../intake/reported-call.ts';
import { VENDORS } from '../intake/vendors/index.ts';
import {
  eraseReport,
  eraseReports,
  type ReportPosition,
  reportsToSearch,
  type SearchedReport,
} from '../store/erasure/erase-reports.ts';
import { ownAddresses, ownNumbers } from '../store/erasure/erasure.ts';
import type { ContactRow } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { mentionsCustomer, type ReportMarks } from './report-marks.ts';

/** Reports that are read at a time: they can be long. */
const BATCH_REPORTS = 20;

/**
 * Deletes what is kept of reports that are of a contact and belong to no call of a contact, such as that of a call which never
 * ended, or one that was not understood. Returns how many there were. They are read outside of the transactions that write.
 */
export async function eraseOtherReports(store: Store, contact: ContactRow): Promise<number> {
  const { marks, country } = await store.readUncoordinated(async (db) => ({
    // Nothing that another contact has too: those reports may be about that one.
    marks: [
      ...(await ownNumbers(db, contact)).map((number) => ({ number, address: null })),
      ...(await ownAddresses(db, contact)).map((address) => ({ number: null, address })),
    ],
    country: await countryOf(db, contact.team_id),
  }));
  if (marks.length === 0) return 0;
  let erased = 0;
  let after: ReportPosition | undefined = { received_at: Number.MIN_SAFE_INTEGER, id: '' };
  while (after) {
    const batch: Batch = { after, limit: BATCH_REPORTS };
    const reports = await store.readUncoordinated((db) => reportsToSearch(db, contact, batch));
    const found = reports.filter((report) => isOfCustomer(report, marks, country));
    if (found.length > 0) erased += await eraseAll(store, found, contact.team_id);
    after = reports.length === BATCH_REPORTS ? reports.at(-1) : undefined;
  }
  return erased;
}

interface Batch {
  after: ReportPosition;
  limit: number;
}

/**
 * The number of its caller tells whose a report is. Other numbers in it, such as that of the business, are in the reports of
 * everybody. Of one that is not understood, nothing tells which number is that of the caller.
 */
function isOfCustomer(report: SearchedReport, marks: readonly ReportMarks[], country: string): boolean {
  const vendor = VENDORS[report.vendor];
  const understood = vendor && report.call_reference !== null ? rankedReports(vendor, report) : [];
  if (understood.length === 0) return marks.some((mark) => mentionsCustomer(report.body, mark));
  const callers = understood.map(({ report: { phone } }) => phoneOf(phone, country));
  return marks.some(({ number }) => number !== null && callers.includes(number));
}

/** A call that has not ended is recorded nowhere else: all its reports are of its caller. */
const eraseAll = (store: Store, reports: readonly SearchedReport[], team: string): Promise<number> =>
  store.write(
    async (tx) => {
      let erased = 0;
      for (const report of reports) {
        const isUnended = report.call_id === null && report.call_reference !== null;
        erased += await (isUnended ? eraseReports(tx, report) : eraseReport(tx, report.id));
      }
      return erased;
    },
    { team },
  );
