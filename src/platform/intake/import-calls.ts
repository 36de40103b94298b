import { isDeepStrictEqual } from 'node:util';
import type { CallReport } from '../../contract/index.ts';
import { knownReferences } from '../store/calls/call-references.ts';
import { insertCallSource } from '../store/calls/call-sources.ts';
import { findReportedCall, insertCalls } from '../store/calls/calls.ts';
import { oldestWithPhones } from '../store/contacts/contacts-by-phone.ts';
import type { CallRow, CallSourceRow, Db, Unnumbered } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { mergeReports } from './merge-reports.ts';
import { countryOf, newCall, type RecordOutcome, recordReports, withReadableNumbers } from './record-call.ts';
import { reportedColumns } from './reported-call.ts';
import { RANKS } from './vendors/vendor.ts';

/** The name of the source that imported calls belong to. It has no secret, so it accepts no deliveries. */
const IMPORT_SOURCE = 'import';

type ImportOutcome = Extract<RecordOutcome, 'added' | 'changed' | 'unchanged'>;

/**
 * Records the calls of another system in one transaction, by the same rules as calls of sources. A call that was imported
 * before is found by its id, so an import that was interrupted is run again.
 */
export async function importCalls(
  store: Store,
  { teamId, now }: { teamId: string; now: number },
  reports: readonly CallReport[],
  dryRun: boolean,
): Promise<ImportOutcome[]> {
  const outcomes = (tx: Db) => recordAll(tx, { teamId, now }, reports);
  if (!dryRun) return store.write(outcomes, { team: teamId });
  // The same work without its effects: what it says is what the import does.
  return store
    .write(
      async (tx) => {
        throw new DryRunError(await outcomes(tx));
      },
      { team: teamId },
    )
    .catch((error: unknown) => {
      if (error instanceof DryRunError) return error.outcomes;
      throw error;
    });
}

/** Undoes the transaction of a dry run. */
class DryRunError extends Error {
  override readonly name = 'DryRunError';
  readonly outcomes: ImportOutcome[];

  constructor(outcomes: ImportOutcome[]) {
    super('dry run');
    this.outcomes = outcomes;
  }
}

/** Calls that one statement adds. */
const ADDED_AT_ONCE = 100;

async function recordAll(
  tx: Db,
  { teamId, now }: { teamId: string; now: number },
  reports: readonly CallReport[],
): Promise<ImportOutcome[]> {
  const source = importSource(teamId, now);
  await insertCallSource(tx, source);
  const country = await countryOf(tx, teamId);
  const known = await knownReferences(
    tx,
    teamId,
    reports.map(({ call_id }) => call_id),
  );
  const repetitions = await repeatedCalls(tx, source.id, reports);
  const outcomes: ImportOutcome[] = [];
  const added: Unnumbered<CallRow>[] = [];
  for (const report of reports) {
    const call = { teamId, sourceId: source.id, callReference: report.call_id };
    const ranked = { report: { ...report, event: 'ended' as const }, rank: RANKS.ended };
    if (known.has(report.call_id)) {
      // It can be one of those that wait to be added.
      await addCalls(tx, teamId, added.splice(0));
      const { outcome } = await recordReports(tx, call, {
        reports: [ranked],
        country,
        receivedAt: now,
        now,
        // Lines of a file are not stored, only the call that they describe.
        isPartial: true,
        isHistory: true,
      });
      outcomes.push(outcome as ImportOutcome);
      continue;
    }
    known.add(report.call_id);
    const stated = mergeReports([withReadableNumbers(ranked, country)]);
    added.push(newCall(call, reportedColumns(stated, country, now)));
    outcomes.push('added');
    if (added.length === ADDED_AT_ONCE) await addCalls(tx, teamId, added.splice(0));
  }
  await addCalls(tx, teamId, added);
  for (const { id, before, lines } of repetitions) {
    const after = await findReportedCall(tx, source.id, id);
    if (isDeepStrictEqual(contentOf(before), after && contentOf(after))) {
      for (const line of lines) outcomes[line] = 'unchanged';
    }
  }
  return outcomes;
}

/** A call of the database about which a batch has several reports. */
interface RepeatedCall {
  /** The id in the file. */
  id: string;
  before: CallRow;
  /** The indices of its reports. */
  lines: number[];
}

/** Each line about such a call may change what the one before it says, and all of them together nothing. */
async function repeatedCalls(tx: Db, sourceId: string, reports: readonly CallReport[]): Promise<RepeatedCall[]> {
  const lines = new Map<string, number[]>();
  for (const [index, { call_id: id }] of reports.entries()) lines.set(id, [...(lines.get(id) ?? []), index]);
  const repeated: RepeatedCall[] = [];
  for (const [id, ofCall] of lines) {
    const before = ofCall.length > 1 ? await findReportedCall(tx, sourceId, id) : undefined;
    if (before) repeated.push({ id, before, lines: ofCall });
  }
  return repeated;
}

/** A call without what is computed from it later. */
const contentOf = (call: CallRow) => ({ ...call, derived_version: 0 });

/** Adds calls whose ids no record of the team has: nothing of them is erased, and no booking was made in them. */
async function addCalls(tx: Db, teamId: string, calls: readonly Unnumbered<CallRow>[]): Promise<void> {
  const contacts = await oldestWithPhones(
    tx,
    teamId,
    calls.flatMap(({ phone }) => phone ?? []),
  );
  const contactOf = (phone: string | null) => (phone === null ? undefined : contacts.get(phone)) ?? null;
  await insertCalls(
    tx,
    calls.map((call) => ({ ...call, contact_id: contactOf(call.phone) })),
  );
}

/** Removed from the start, so that it is not among the sources that the operator manages. */
const importSource = (teamId: string, now: number): CallSourceRow => ({
  id: `src_import_${teamId}`,
  team_id: teamId,
  vendor: 'generic',
  name: IMPORT_SOURCE,
  secrets_json: '[]',
  credential: null,
  created_at: now,
  removed_at: now,
  last_report_at: null,
});
