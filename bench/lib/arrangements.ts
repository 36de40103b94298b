import { address, type Child, PROGRAM, run, runServer, stop } from './process.ts';

/** A deployment of servers under load. */
export interface Arrangement {
  name: string;
  /** The URL for clients, ending in `/mcp`. */
  url: string;
  servers: Child[];
  /** True if calls may book; the raw SDK's only tool reads. */
  books: boolean;
  /** The name of the arrangement that it is compared with. */
  against?: string;
}

const COUNTS = [1, 3] as const;

/**
 * Starts one server alone, one behind a proxy and three behind a proxy, for each of: the raw SDK with one tool, this
 * program with the same upstream, and this program with the embedded platform.
 */
export async function startArrangements(database: string): Promise<{ all: Arrangement[]; close(): Promise<void> }> {
  const others: Child[] = [];
  const upstream = runServer('upstream', [], {});
  others.push(upstream);
  const stub = { RCPT_BASE_URL: await address(upstream) };
  const program = (env: Record<string, string>) => () => run([PROGRAM, 'http', '--port', '0'], env);
  const kinds = [
    { name: 'SDK', books: false, start: () => runServer('raw-sdk', ['http'], stub) },
    { name: 'rcpt-mcp', books: false, start: program({ ...stub, RCPT_API_KEY: 'sk_live_bench0000' }) },
    { name: 'rcpt-mcp on PostgreSQL', books: true, start: program({ RCPT_DATABASE: database }) },
  ];
  const all: Arrangement[] = [];
  for (const { name, books, start } of kinds) {
    for (const count of COUNTS) {
      const servers = Array.from({ length: count }, start);
      const urls = await Promise.all(servers.map(address));
      const proxy = runServer(
        'balancer',
        urls.map((url) => new URL(url).origin),
        {},
      );
      others.push(proxy);
      const add = (how: string, url: string) => {
        const against = name === 'SDK' ? {} : { against: `SDK ×${count}${how}` };
        all.push({ name: `${name} ×${count}${how}`, url, servers, books, ...against });
      };
      if (count === 1) add('', urls[0] as string);
      add(', proxy', `${await address(proxy)}/mcp`);
    }
  }
  const servers = new Set(all.flatMap((one) => one.servers));
  return { all, close: async () => void (await Promise.all([...servers, ...others].map(stop))) };
}
