import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { type BenchClient, ERAS, type Era } from './callers.ts';
import { compare, IN_FLIGHT, type Subject } from './compare.ts';
import { address, type Child, runServer, stop } from './process.ts';

/** The servers of a comparison: the SDK's, this program, and two with the same answer as this program: SDK and plain Node. */
export type Kind = 'SDK' | 'rcpt-mcp' | 'SDK, same answer' | 'Node, same answer';
/** Returns the file in `bench/servers` for a server other than this program. */
export const serverOf = (kind: Kind) => (kind.startsWith('SDK') ? 'raw-sdk' : 'bare-call');

type Start = (kind: Kind, era: Era, env: Record<string, string>) => Promise<{ child: Child; client: BenchClient }>;

/** Compares both servers in both protocol eras, all reading the same booking from the same upstream; prints a table. */
export async function compareServers(start: Start): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '8' },
      calls: { type: 'string', default: '500' },
      ms: { type: 'string', default: '1500' },
    },
  });
  const upstream = runServer('upstream', [], {});
  const url = await address(upstream);
  const pool = new Pool(url, { connections: IN_FLIGHT });
  const get = async () => (await pool.request({ method: 'GET', path: '/api/v1/bookings/bk_1' })).body.json();
  const subjects: Subject[] = [{ name: 'GET alone', call: get }];
  const children: Child[] = [upstream];
  for (const era of ERAS) {
    const env: Record<string, string> = { RCPT_BASE_URL: url, RCPT_API_KEY: 'sk_live_bench0000' };
    for (const kind of ['SDK', 'rcpt-mcp', 'SDK, same answer', 'Node, same answer'] as const) {
      const { child, client } = await start(kind, era, env);
      children.push(child);
      if (kind === 'rcpt-mcp') {
        env.BENCH_RESULT = JSON.stringify(await client.call('get_booking', { booking_id: 'bk_1' }));
      }
      const against = kind === 'SDK' ? {} : { against: `SDK ${era}` };
      const call = () => client.call('get_booking', { booking_id: 'bk_1' });
      subjects.push({ name: `${kind} ${era}`, pid: child.pid, call, ...against });
    }
  }
  const effort = { rounds: Number(values.rounds), calls: Number(values.calls), rushMs: Number(values.ms) };
  console.log(await compare(subjects, effort));
  console.log(
    `\n×: ratio to the SDK's server in the same run; busy: ${IN_FLIGHT} calls in flight. Medians of ${values.rounds} rounds.`,
  );
  await Promise.all(children.map(stop));
  await pool.destroy();
}
