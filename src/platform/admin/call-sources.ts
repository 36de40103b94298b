import { equalInConstantTime } from '../../lib/crypto/timing-safe.ts';
import { newId } from '../../lib/ids.ts';
import { Secret } from '../../lib/secrets/secret.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { stateOf } from '../intake/report-state.ts';
import { findSigner } from '../intake/signer.ts';
import type { Delivery, Vendor, VendorName } from '../intake/vendors/vendor.ts';
import { newSigningSecret } from '../rules/signing-secret.ts';
import { findCallReport, type ListedReport, listCallReports, updateCallReport } from '../store/calls/call-reports.ts';
import {
  countReports,
  findCallSource,
  insertCallSource,
  listCallSources,
  listRefusals,
  removeCallSource,
  secretsOf,
  updateCallSource,
} from '../store/calls/call-sources.ts';
import { markChanged } from '../store/change-marker.ts';
import type { CallReportRow, CallSourceRow, Db, ReportStatus, SourceSecret } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { toIso, toIsoOrNull } from '../store/time.ts';

/** A source of calls. Times are ISO 8601 in UTC. */
export interface CallSourceInfo {
  id: string;
  vendor: VendorName;
  name: string;
  createdAt: string;
  lastReportAt: string | null;
  /** Until when the secret before the last rotation is accepted; null if there is none. */
  previousSecretUntil: string | null;
  /** True until the secret of its vendor is stored: reports are refused until then. */
  awaitsSecret: boolean;
  /** True if it has an API key with which turns are fetched. */
  hasCredential: boolean;
  /** The number of its reports by what became of them. */
  counts: Record<ReportStatus, number>;
  /** Deliveries that were refused, by reason, the latest first. */
  refused: { reason: string; count: number; lastAt: string }[];
}

/** A genuine delivery of a source. */
export interface CallReportInfo {
  id: string;
  sourceId: string;
  receivedAt: string;
  /** The vendor's name of the event. */
  event: string | null;
  callReference: string | null;
  callId: string | null;
  status: ReportStatus;
  /** Why it is not understood, or not fetched. */
  problem: string | null;
  /** False when it is no longer kept, and cannot be replayed. */
  hasBody: boolean;
}

/** Secrets of a source. Absent: one that this program makes is made, another one stays. */
export interface SourceSecrets {
  secret?: string | undefined;
  /** The operator's API key of the vendor. */
  credential?: string | undefined;
}

export interface AdminCallSources {
  /**
   * Creates a source. Returns its secret if this program made it: it is not shown again. A secret that the vendor makes can
   * be stored later, by `rotate`.
   * @throws CallSourceError
   */
  add(
    options: SourceSecrets & { vendor: VendorName; name: string },
  ): Promise<{ source: CallSourceInfo; secret: Secret | undefined }>;
  /** Lists the sources that are in use, oldest first. */
  list(): Promise<CallSourceInfo[]>;
  /**
   * Replaces the secret of a source. Both are accepted for a day, and none before them; after a leak
   * only the new one is. Undefined if there is no such source.
   * @throws CallSourceError
   */
  rotate(
    id: string,
    options: SourceSecrets & { isLeaked?: boolean },
  ): Promise<{ source: CallSourceInfo; secret: Secret | undefined } | undefined>;
  /** Ends a source, and forgets its secrets and the bodies of its reports. Its calls stay. False if there is no such source. */
  remove(id: string): Promise<boolean>;
  /** Lists the last reports, of one source or of all, newest first. Undefined if there is no such source. */
  log(options: { sourceId?: string | undefined; limit: number }): Promise<CallReportInfo[] | undefined>;
  /**
   * Reads a stored report again, as if it had just arrived: after an update of this program, or when its turns could not be
   * fetched. Undefined if there is no such report with a body.
   */
  replay(reportId: string): Promise<CallReportInfo | undefined>;
  /**
   * Finds the source of a vendor that signs a message now which was sent to another address than that of the source.
   * Undefined if none does.
   */
  findSigner(vendor: VendorName, message: Omit<Delivery, 'urls'>): Promise<{ id: string; name: string } | undefined>;
}

/** A source cannot be made. The message is for the operator and has no secret. */
export class CallSourceError extends Error {
  override readonly name = 'CallSourceError';
}

const LEAKED_AGAIN = 'The file has a secret that this source accepts already. Nothing was changed. Give a new one.';
/** How long a secret is accepted after its replacement. */
const OVERLAP_MS = DAY_MS;
export const MAX_SOURCES = 100;

export function adminCallSources(store: Store, clock: Clock, teamId: string): AdminCallSources {
  const write = <T>(work: (tx: Db) => Promise<T>) => store.write(work, { team: teamId });
  const infoOf = async (db: Db, row: CallSourceRow) => sourceInfo(db, row, await store.now(db));
  const findOwn = async (db: Db, id: string) => {
    const row = await findCallSource(db, id);
    return row?.team_id === teamId ? row : undefined;
  };
  return {
    async add({ vendor: name, name: title, secret: given, credential }) {
      const vendor = await vendorOf(name);
      const isAwaited = given === undefined && vendor.secretMaker === 'vendor';
      const secret = isAwaited ? undefined : chooseSecret(vendor, given);
      checkCredential(vendor, credential);
      const row: CallSourceRow = {
        id: newId('src'),
        team_id: teamId,
        vendor: name,
        name: title,
        secrets_json: JSON.stringify((secret === undefined ? [] : [{ value: secret }]) satisfies SourceSecret[]),
        credential: credential ?? null,
        created_at: clock.now(),
        removed_at: null,
        last_report_at: null,
      };
      const source = await write(async (tx) => {
        if ((await listCallSources(tx, teamId)).length >= MAX_SOURCES)
          throw new CallSourceError(`There are ${MAX_SOURCES} sources already: remove one first. Nothing was changed.`);
        await insertCallSource(tx, row);
        return infoOf(tx, row);
      });
      return { source, secret: given === undefined && secret !== undefined ? new Secret(secret) : undefined };
    },
    list: () =>
      store.read(async (db) => {
        const infos: CallSourceInfo[] = [];
        for (const row of await listCallSources(db, teamId)) infos.push(await infoOf(db, row));
        return infos;
      }),
    rotate: async (id, { secret: given, credential, isLeaked = false }) =>
      write(async (tx) => {
        const row = await findOwn(tx, id);
        if (!row) return undefined;
        const vendor = await vendorOf(row.vendor);
        checkCredential(vendor, credential);
        const now = await store.now(tx);
        // An API key alone can be replaced without the secret.
        const isNew = given !== undefined || credential === undefined;
        const secret = isNew ? chooseSecret(vendor, given) : undefined;
        const before = secretsOf(row, now);
        if (isLeaked && secret !== undefined && before.some(({ value }) => equalInConstantTime(value, secret)))
          throw new CallSourceError(LEAKED_AGAIN);
        const secrets = isLeaked && secret !== undefined ? [{ value: secret }] : secretsAfter(before, secret, now);
        const changed = { secrets_json: JSON.stringify(secrets), credential: credential ?? row.credential };
        await updateCallSource(tx, id, changed);
        const source = await infoOf(tx, { ...row, ...changed });
        return { source, secret: isNew && given === undefined ? new Secret(secret ?? '') : undefined };
      }),
    remove: (id) =>
      write(async (tx) => {
        if (!(await findOwn(tx, id))) return false;
        await removeCallSource(tx, id, clock.now());
        return true;
      }),
    log: ({ sourceId, limit }) =>
      store.read(async (db) => {
        if (sourceId !== undefined && !(await findOwn(db, sourceId))) return undefined;
        const reports = await listCallReports(db, sourceId === undefined ? { teamId } : { sourceId }, limit);
        return reports.map(reportInfo);
      }),
    replay: (reportId) =>
      write(async (tx) => {
        const report = await findCallReport(tx, reportId);
        const source = report && (await findOwn(tx, report.source_id));
        if (!report || !source || report.body === null) return undefined;
        return replayBody(tx, store, clock, { report, source, body: report.body });
      }),
    findSigner: async (name, message) => {
      const delivery = { ...message, urls: [] };
      const found = await findSigner(store, { teamId, vendor: await vendorOf(name), delivery, now: clock.now() });
      return found && { id: found.id, name: found.name };
    },
  };
}

async function sourceInfo(db: Db, row: CallSourceRow, now: number): Promise<CallSourceInfo> {
  const [current, previous] = secretsOf(row, now);
  return {
    id: row.id,
    vendor: row.vendor,
    name: row.name,
    createdAt: toIso(row.created_at),
    lastReportAt: toIsoOrNull(row.last_report_at),
    previousSecretUntil: toIsoOrNull(previous?.until ?? null),
    awaitsSecret: current === undefined,
    hasCredential: row.credential !== null,
    counts: await countReports(db, row.id),
    refused: (await listRefusals(db, row.id)).map(({ reason, count, last_at }) => ({
      reason,
      count,
      lastAt: toIso(last_at),
    })),
  };
}

/** The secrets of a source after a rotation to a secret; the accepted ones if there is none. */
function secretsAfter(accepted: SourceSecret[], secret: string | undefined, now: number): SourceSecret[] {
  const [current] = accepted;
  // A command that is repeated must not end the secret that the vendor may still use.
  if (secret === undefined || equalInConstantTime(secret, current?.value ?? '')) return accepted;
  return [{ value: secret }, ...(current ? [{ value: current.value, until: now + OVERLAP_MS }] : [])];
}

/** Reads the body of a stored report again, and records its call or lets it be fetched. */
async function replayBody(
  tx: Db,
  store: Store,
  clock: Clock,
  { report, source, body }: { report: CallReportRow; source: CallSourceRow; body: string },
): Promise<CallReportInfo> {
  const vendor = await vendorOf(source.vendor);
  const { readReport } = await import('../intake/read-report.ts');
  const { recordCall } = await import('../intake/record-call.ts');
  const parsed = readReport(vendor, body);
  const state = stateOf(parsed, source);
  const isPending = state.status === 'pending';
  const changed = {
    ...state,
    // The call of an announcement is known when it was fetched before.
    call_reference: parsed.kind === 'announcement' ? report.call_reference : state.call_reference,
    next_at: isPending ? await store.now(tx) : null,
    attempts: 0,
  };
  await updateCallReport(tx, report.id, changed);
  if (isPending) markChanged(tx, 'reports');
  const { call_reference: callReference } = changed;
  const recorded = callReference
    ? await recordCall(tx, { teamId: source.team_id, sourceId: source.id, vendor, callReference }, clock.now())
    : undefined;
  return reportInfo({ ...report, ...changed, call_id: recorded?.callId ?? report.call_id, has_body: 1 });
}

async function vendorOf(name: VendorName): Promise<Vendor> {
  const { VENDORS } = await import('../intake/vendors/index.ts');
  const vendor = VENDORS[name];
  if (!vendor) throw new CallSourceError(`This version does not receive calls of ${name}.`);
  return vendor;
}

/** Returns the secret that the operator gave, or a new one where the choice is ours. */
function chooseSecret(vendor: Vendor, given: string | undefined): string {
  if (given === undefined) {
    if (vendor.secretMaker === 'us') return newSigningSecret();
    throw new CallSourceError(`${vendor.name} makes the secret: copy it from there to a file. Nothing was changed.`);
  }
  const problem = given === '' ? 'is empty' : vendor.secretProblem?.(given);
  if (problem) throw new CallSourceError(`The secret ${problem}. Nothing was changed.`);
  return given;
}

function checkCredential({ name, fetchCall, credentialProblem }: Vendor, credential: string | undefined): void {
  if (credential === undefined) return;
  const problem = fetchCall ? credentialProblem?.(credential) : `is of no use: ${name} sends whole calls`;
  if (problem) throw new CallSourceError(`The API key ${problem}. Nothing was changed.`);
}

function reportInfo(row: ListedReport): CallReportInfo {
  return {
    id: row.id,
    sourceId: row.source_id,
    receivedAt: toIso(row.received_at),
    event: row.event,
    callReference: row.call_reference,
    callId: row.call_id,
    status: row.status,
    problem: row.problem,
    hasBody: Boolean(row.has_body),
  };
}
