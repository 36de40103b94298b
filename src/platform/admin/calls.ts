import type { Call, CallDetail, CallReport } from '../../contract/index.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { loadBusiness } from '../business/business.ts';
import { serviceRecords } from '../business/records.ts';
import type { RecordOutcome } from '../intake/record-call.ts';
import { orderCallsByStart } from '../store/calls/call-order.ts';
import {
  callDetailRecord,
  callEventRecord,
  callRecord,
  callRow,
  findCall,
  insertCall,
  listCalls,
} from '../store/calls/calls.ts';
import { contactRecord, listContacts } from '../store/contacts/contacts.ts';
import { appendEvent } from '../store/events.ts';
import { readTotal } from '../store/paging.ts';
import type { Store } from '../store/store.ts';

export interface SimulateCallOptions {
  /** One of the demo's scenarios that need no booking; default: each in turn. */
  scenario?: string;
  /** Default: the first team. */
  teamId?: string;
}

export interface AdminCalls {
  /** Adds a call that ends now, as a telephone system would. Rejects with `RangeError` for an unknown scenario. */
  simulate(options?: SimulateCallOptions): Promise<CallDetail>;
  /** The latest calls of the first team, newest first. */
  list(options: { limit: number }): Promise<Call[]>;
  /** A call of the first team with its conversation. */
  find(id: string): Promise<CallDetail | undefined>;
  /**
   * Adds calls of another system, or completes those that it has reported before, in one transaction. They belong to the
   * source `import`. Returns what became of each report, in their order.
   */
  importBatch(
    reports: readonly CallReport[],
    options: { dryRun: boolean },
  ): Promise<Extract<RecordOutcome, 'added' | 'changed' | 'unchanged'>[]>;
  /** Orders all calls by their start, after an import: lists then have the newest first again. */
  orderByStart(): Promise<void>;
  /** The caller of a call that a source has announced and that has not ended; undefined if there is none. */
  inProgress(callReference: string): Promise<{ phone: string | null } | undefined>;
}

/** Page of contacts from which the caller is chosen. */
const CANDIDATES_PAGE = { page: 1, perPage: 100 };

export function adminCalls(store: Store, clock: Clock, firstTeamId: string): AdminCalls {
  return {
    async simulate({ scenario, teamId = firstTeamId } = {}) {
      const { simulateCall } = await import('../demo/index.ts');
      return store.write(
        async (tx) => {
          const sequence = await readTotal(tx, teamId, 'calls');
          const contacts = (await listContacts(tx, teamId, CANDIDATES_PAGE)).items.map(contactRecord);
          const named = scenario === undefined ? {} : { scenario };
          const time = clock.now();
          const services = serviceRecords(await loadBusiness(tx, teamId), time);
          const row = callRow(teamId, simulateCall({ now: time, sequence, contacts, services, ...named }));
          await insertCall(tx, row);
          await appendEvent(tx, { teamId, type: 'call.completed', time, data: callEventRecord(row) });
          const contact_name = contacts.find(({ id }) => id === row.contact_id)?.name ?? null;
          return callDetailRecord({ ...row, contact_name, source_name: null, booking_ids: [] }, { withName: true });
        },
        { team: teamId },
      );
    },
    async list({ limit }) {
      const page = { page: 1, perPage: limit };
      const { items } = await store.readUncoordinated((db) => listCalls(db, firstTeamId, page));
      return items.map((row) => callRecord(row, { withName: true }));
    },
    async find(id) {
      const row = await store.readUncoordinated((db) => findCall(db, firstTeamId, id));
      return row && callDetailRecord(row, { withName: true });
    },
    async importBatch(reports, { dryRun }) {
      const { importCalls } = await import('../intake/import-calls.ts');
      return importCalls(store, { teamId: firstTeamId, now: clock.now() }, reports, dryRun);
    },
    orderByStart: () => orderCallsByStart(store, firstTeamId),
    async inProgress(callReference) {
      const { findCallInProgress } = await import('../intake/call-in-progress.ts');
      return store.read((db) => findCallInProgress(db, { teamId: firstTeamId, callReference, now: clock.now() }));
    },
  };
}
