import pg from 'pg';
import { isPostgresUrl } from '../../../../src/lib/database/database-url.ts';
import { loadSqlite } from '../../../../src/platform/store/sqlite/driver.ts';
import { expectedCall, groupBy, type StormReport } from './storm-load.ts';

type Row = Record<string, unknown>;

/** Compares the acknowledged reports with the database, when no process uses it. Returns a sentence for each fault. */
export async function stormFaults(database: string, reports: readonly StormReport[], calls: number): Promise<string[]> {
  const { all, close } = await open(database);
  try {
    const stored = await all('select * from calls order by position');
    const events = await all(`select type, record_id from events where type like 'call.%'`);
    const kept = await all('select * from call_reports');
    const [total] = await all(`select total from totals where kind = 'calls'`);
    return [
      ...(isPostgresUrl(database) ? [] : await sqliteFaults(all)),
      ...callFaults(stored, calls),
      ...positionFaults(stored, Number(total?.total)),
      ...eventFaults(stored, events),
      ...reportFaults(reports, kept, stored),
    ];
  } finally {
    await close();
  }
}

/** Each call is there once, with what both of its reports say. */
function callFaults(stored: readonly Row[], calls: number): string[] {
  const byReference = groupBy(stored, (row) => row.call_reference);
  const faults = stored.length === calls ? [] : [`${calls} calls were reported, and ${stored.length} are stored`];
  for (let index = 0; index < calls; index++) {
    const { reference, summary, turns, fields } = expectedCall(index);
    const [row, ...others] = byReference.get(reference) ?? [];
    if (!row || others.length > 0) {
      faults.push(`the call ${reference} is stored ${row ? others.length + 1 : 0} times`);
      continue;
    }
    const texts = (JSON.parse(String(row.transcript_json)) as { text: string }[]).map(({ text }) => text);
    const has = JSON.stringify([row.summary, texts, JSON.parse(String(row.fields_json))]);
    if (has !== JSON.stringify([summary, turns, fields])) faults.push(`the call ${reference} has ${has}`);
  }
  return faults;
}

function positionFaults(stored: readonly Row[], total: number): string[] {
  const gap = stored.findIndex(({ position }, index) => Number(position) !== index + 1);
  return [
    ...(gap < 0 ? [] : [`the position ${gap + 1} of the list of calls is missing`]),
    ...(total === stored.length ? [] : [`the list of calls has ${stored.length} rows, and its total is ${total}`]),
  ];
}

/** Each call was announced once as completed, and once as changed: its second report adds something. */
function eventFaults(stored: readonly Row[], events: readonly Row[]): string[] {
  const types = groupBy(events, ({ record_id }) => record_id);
  return stored.flatMap(({ id }) => {
    const own = (types.get(id) ?? []).map(({ type }) => String(type)).toSorted();
    return own.join() === 'call.completed,call.updated' ? [] : [`the call ${id} has the events ${own}`];
  });
}

/** Each acknowledged report is stored once, and belongs to the call that the answer named. */
function reportFaults(reports: readonly StormReport[], kept: readonly Row[], stored: readonly Row[]): string[] {
  const calls = new Map(stored.map((row) => [`${row.source_id} ${row.call_reference}`, row.id]));
  const bodies = groupBy(kept, ({ source_id, body }) => `${source_id} ${body}`);
  const faults = kept.length === reports.length ? [] : [`${reports.length} reports, and ${kept.length} are stored`];
  for (const { source, callReference, body, acknowledged } of reports) {
    const rows = bodies.get(`${source.id} ${body}`) ?? [];
    const call = calls.get(`${source.id} ${callReference}`);
    if (rows.length !== 1) faults.push(`a report of ${callReference} is stored ${rows.length} times`);
    if (rows.some(({ call_id, status }) => call_id !== call || status !== 'understood'))
      faults.push(`a report of ${callReference} is not part of its call`);
    if (acknowledged.some((id) => id !== null && id !== call))
      faults.push(`a report of ${callReference} was acknowledged with another call`);
  }
  return faults;
}

async function sqliteFaults(all: (sql: string) => Promise<Row[]>): Promise<string[]> {
  const found = (await all('pragma integrity_check')).filter((row) => row.integrity_check !== 'ok');
  return [...found, ...(await all('pragma foreign_key_check'))].map((row) => `SQLite says ${JSON.stringify(row)}`);
}

async function open(database: string): Promise<{ all(sql: string): Promise<Row[]>; close(): Promise<void> }> {
  if (isPostgresUrl(database)) {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    return { all: async (sql) => (await client.query<Row>(sql)).rows, close: () => client.end() };
  }
  const connection = new (await loadSqlite())(database);
  return {
    all: async (sql) => connection.prepare(sql).all() as Row[],
    close: async () => connection.close(),
  };
}
