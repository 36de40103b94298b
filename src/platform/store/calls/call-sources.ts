import type { Db } from '../schema/schema.ts';
import type { CallSourceRefusalRow, CallSourceRow, ReportStatus, SourceSecret } from '../schema/schema-calls.ts';

/** Finds a source that is in use. */
export async function findCallSource(db: Db, id: string): Promise<CallSourceRow | undefined> {
  return db
    .selectFrom('call_sources')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** The sources of a team that are in use, oldest first. */
export async function listCallSources(db: Db, teamId: string): Promise<CallSourceRow[]> {
  return db
    .selectFrom('call_sources')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertCallSource(tx: Db, row: CallSourceRow): Promise<void> {
  await tx
    .insertInto('call_sources')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Changes a source that is in use. Returns false if it was removed. */
export async function updateCallSource(
  tx: Db,
  id: string,
  changed: Partial<Pick<CallSourceRow, 'secrets_json' | 'credential' | 'last_report_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('call_sources')
    .set(changed)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a source: forgets its secrets and the bodies of its reports, and fetches nothing more for them. Its calls remain. */
export async function removeCallSource(tx: Db, id: string, now: number): Promise<void> {
  const forgotten = { secrets_json: '[]', credential: null, removed_at: now };
  await tx.updateTable('call_sources').set(forgotten).where('id', '=', id).execute();
  const reports = { body: null, fetched_json: null, next_at: null };
  await tx.updateTable('call_reports').set(reports).where('source_id', '=', id).execute();
  // What is being fetched for it is not stored any more.
  const ended = { status: 'failed', problem: 'The source was removed.', leased_by: null, leased_until: 0 } as const;
  await tx.updateTable('call_reports').set(ended).where('source_id', '=', id).where('status', '=', 'pending').execute();
  await tx.deleteFrom('call_source_refusals').where('source_id', '=', id).execute();
}

/** Adds to the counts of refused deliveries. The number of reasons is limited by the code. */
export async function countRefusals(tx: Db, rows: readonly CallSourceRefusalRow[]): Promise<void> {
  for (const row of rows) {
    await tx
      .insertInto('call_source_refusals')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['source_id', 'reason']).doUpdateSet((eb) => ({
          count: eb('call_source_refusals.count', '+', row.count),
          last_at: row.last_at,
        })),
      )
      .execute();
  }
}

export async function listRefusals(db: Db, sourceId: string): Promise<CallSourceRefusalRow[]> {
  return db
    .selectFrom('call_source_refusals')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('last_at', 'desc')
    .orderBy('reason')
    .execute();
}

/** How many reports of a source there are of each status, without failed ones that can no longer be replayed. */
export async function countReports(db: Db, sourceId: string): Promise<Record<ReportStatus, number>> {
  const rows = await db
    .selectFrom('call_reports')
    .select(['status', ({ fn }) => fn.countAll<number | bigint | string>().as('count')])
    .where('source_id', '=', sourceId)
    .where((eb) => eb.or([eb('status', '<>', 'failed'), eb('body', 'is not', null)]))
    .groupBy('status')
    .execute();
  const counts: Record<ReportStatus, number> = { understood: 0, pending: 0, kept: 0, failed: 0 };
  for (const { status, count } of rows) counts[status] = Number(count);
  return counts;
}

/** The secrets of a source that are accepted now. The time matters only after a rotation, and is read only then. */
export async function acceptedSecrets(source: CallSourceRow, readNow: () => Promise<number>): Promise<string[]> {
  const [current, ...previous] = secretsOf(source, 0);
  const accepted = previous.length === 0 ? [current] : secretsOf(source, await readNow());
  return accepted.flatMap((secret) => (secret ? [secret.value] : []));
}

/** The secrets of a source that are accepted at a time, the current one first. */
export function secretsOf({ secrets_json }: Pick<CallSourceRow, 'secrets_json'>, now: number): SourceSecret[] {
  const secrets = JSON.parse(secrets_json) as SourceSecret[];
  return secrets.filter(({ until }) => until === undefined || now < until);
}
