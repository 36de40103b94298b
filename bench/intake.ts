/**
 * Measures reports of calls: how many the built platform acknowledges in each second on a SQLite file, with 1, 4 and 32
 * senders, beside bookings through the same server and bare transactions of SQLite that store the same body durably, in
 * alternating rounds. `npm run bench:intake -- --rounds 5 --seconds 3 --turns 30`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { openPlatform } from '../src/platform/index.ts';
import { loadSqlite } from '../src/platform/store/sqlite/driver.ts';
import { openHour } from '../test/support/open-hours.ts';
import { cleanEnvironment, startProgram } from '../test/support/program.ts';
import { median, percentile, table } from './lib/numbers.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    senders: { type: 'string', default: '1,4,32' },
    turns: { type: 'string', default: '30' },
  },
});
const rounds = Number(values.rounds);
const durationMs = Number(values.seconds) * 1_000;
const senderCounts = values.senders.split(',').map(Number);

const folder = mkdtempSync(join(tmpdir(), 'rcpt-intake-'));
const database = join(folder, 'platform.db');
const platform = await openPlatform({ database, deliveries: false });
const { source, secret } = await platform.callSources.add({ vendor: 'generic', name: 'benchmark' });
const { key } = await platform.keys.create({ name: 'benchmark', scopes: ['write:bookings'] });
await platform.close();
const program = startProgram(['platform', '--port', '0', '--database', database], cleanEnvironment(folder));
const url = (await program.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
await program.until(/Ctrl-C/);

const webhook = new Webhook(secret?.reveal() ?? '');
const turns = Array.from({ length: Number(values.turns) }, (_, index) => ({
  speaker: index % 2 === 0 ? 'receptionist' : 'caller',
  text: `This is what was said in turn ${index}, in a sentence of a usual length.`,
  offset_seconds: index * 4,
}));
const reportBody = (id: string) =>
  JSON.stringify({ event: 'ended', call_id: id, phone: '+12125550123', started_at: '2199-01-07T15:00:00Z', turns });

const connections = new Agent({ connections: 32 });
async function post(path: string, headers: Record<string, string>, body: string): Promise<void> {
  const answer = await request(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    dispatcher: connections,
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
}

let serial = 0;
const sendReport = () => {
  const body = reportBody(`bench-${++serial}`);
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': webhook.sign('msg_1', at, body),
  };
  return post(`/api/intake/${source.id}`, headers, body);
};
let hour = 0;
const book = () => {
  const start_time = openHour(++hour);
  const contact = { name: `Caller ${hour}`, email: `caller.${hour}@example.com` };
  const body = JSON.stringify({ service_id: 'svc_cleaning', start_time, contact });
  return post('/api/v1/bookings', { 'x-api-key': key.reveal() }, body);
};

const bare = new (await loadSqlite())(join(folder, 'bare.db'));
bare.exec(
  'pragma journal_mode = wal; pragma synchronous = full; create table reports (id text primary key, body text)',
);
const insert = bare.prepare('insert into reports values (?, ?)');
const insertBare = async () => {
  const id = `bare-${++serial}`;
  insert.run(id, reportBody(id));
};

interface Measured {
  perSecond: number[];
  /** Milliseconds of each answer. */
  durations: number[];
}
const subjects = { reports: sendReport, bookings: book, 'bare inserts': insertBare };
type Subject = keyof typeof subjects;
const names = Object.keys(subjects) as Subject[];
const measured = new Map<string, Measured>();

async function measure(name: Subject, senders: number, isCounted: boolean): Promise<void> {
  const own = measured.get(`${name} ${senders}`) ?? { perSecond: [], durations: [] };
  const end = performance.now() + (isCounted ? durationMs : 500);
  let done = 0;
  const sender = async () => {
    for (let begin = performance.now(); begin < end; begin = performance.now()) {
      await subjects[name]();
      done++;
      if (isCounted) own.durations.push(performance.now() - begin);
    }
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: senders }, sender));
  if (isCounted) own.perSecond.push(done / ((performance.now() - begin) / 1_000));
  measured.set(`${name} ${senders}`, own);
}

for (let round = -1; round < rounds; round++) {
  for (const senders of senderCounts) {
    // The bare inserts are on one connection: more senders of them would only take turns.
    for (const name of names) await measure(name, name === 'bare inserts' ? 1 : senders, round >= 0);
  }
  if (round >= 0) console.error(`round ${round + 1} of ${rounds}`);
}

const of = (name: Subject, senders: number) => measured.get(`${name} ${senders}`) ?? { perSecond: [], durations: [] };
const latency = ({ durations }: Measured) =>
  `${median(durations).toFixed(1)} (${percentile(durations, 99).toFixed(1)})`;
const rate = ({ perSecond }: Measured) => median(perSecond);
const inserts = rate(of('bare inserts', 1));
console.log(
  `A report of ${turns.length} turns has ${reportBody('bench-1').length} bytes. One connection stores ${inserts.toFixed(0)} such bodies in each second.\n`,
);
console.log(
  table(
    ['senders', 'reports per second', 'ms (p99)', '× bare inserts', 'bookings per second', 'ms (p99)', '× bookings'],
    senderCounts.map((senders) => {
      const [reports, bookings] = [of('reports', senders), of('bookings', senders)];
      return [
        String(senders),
        rate(reports).toFixed(0),
        latency(reports),
        (rate(reports) / inserts).toFixed(2),
        rate(bookings).toFixed(0),
        latency(bookings),
        (rate(reports) / rate(bookings)).toFixed(2),
      ];
    }),
  ),
);
bare.close();
await Promise.all([connections.close(), program.stop()]);
rmSync(folder, { recursive: true });
