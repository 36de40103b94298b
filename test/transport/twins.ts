import { type IncomingHttpHeaders, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { compose } from '../../src/app/compose.ts';
import { parseInvocation } from '../../src/cli/parser/parse.ts';
import { readListings } from '../../src/cli/runtime/handshake.ts';
import { viewsOf } from '../../src/cli/runtime/views.ts';
import { readSettings } from '../../src/config/settings.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { fastPathToolsFor, serverFactory } from '../../src/server/index.ts';
import { serveOverHttp } from '../../src/transport/http/server.ts';
import type { RawRequest } from '../fuzz/raw.ts';
import { allowAll } from '../support/allow-all.ts';

/** Two servers with the same tools and data: one has the fast path, the other passes all requests to the SDK. */
export interface Twins {
  /** Sends the same to both, and gives what each answered. */
  both(sent: RawRequest): Promise<{ direct: Answer; sdk: Answer }>;
  /** Where the one that answers directly is. */
  url: string;
  /** How many requests were answered without the SDK. */
  readonly answered: number;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export async function startTwins(args: readonly string[], env: Record<string, string> = {}): Promise<Twins> {
  const { options } = parseInvocation(['http', ...args], env);
  const listings = readListings(fileURLToPath(new URL('../../dist/listings.json', import.meta.url)));
  const composition = await compose(readSettings(options), silentLogger, { views: viewsOf(listings, 'dist') });
  const tools = fastPathToolsFor(composition);
  let answered = 0;
  let closed: Promise<void> | undefined;
  const counted = {
    ...tools,
    list: (...list: Parameters<typeof tools.list>) => {
      answered++;
      return tools.list(...list);
    },
    call: (...call: Parameters<typeof tools.call>) => {
      answered++;
      return tools.call(...call);
    },
  };
  const common = { logger: silentLogger, host: '127.0.0.1', port: 0, ready: composition.ready };
  const factory = serverFactory(composition);
  const [direct, sdk] = await Promise.all([
    serveOverHttp({ ...common, authorize: allowAll({ factory, fastPathTools: counted }) }),
    serveOverHttp({ ...common, authorize: allowAll({ factory }) }),
  ]);
  return {
    url: direct.url,
    // One after the other: what the first remembers must not be raced for.
    async both(sent) {
      return { sdk: await send(sdk.url, sent), direct: await send(direct.url, sent) };
    },
    get answered() {
      return answered;
    },
    close() {
      closed ??= Promise.all([direct.close(), sdk.close()]).then(composition.close);
      return closed;
    },
  };
}

/** A subscription never ends. */
const ENDLESS_MS = 150;

function send(url: string, { method, path, headers, body }: RawRequest): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const content = method === 'GET' || method === 'HEAD' ? undefined : body;
  const length = content ? { 'content-length': String(content.length) } : {};
  // The same name for both, or the answer to a wrong one would differ.
  const host = headers.host ?? 'localhost';
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, headers: { ...headers, host, ...length }, agent: false },
      (response) => {
        let read = '';
        const answer = () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: { ...response.headers, date: '-' },
            body: withoutChance(read),
          });
        response.setEncoding('utf8').on('data', (chunk: string) => {
          read += chunk;
        });
        response.on('end', answer).on('error', reject);
        if (body?.includes('subscriptions/listen')) {
          setTimeout(() => {
            answer();
            sent.destroy();
          }, ENDLESS_MS);
        }
      },
    );
    sent.on('error', reject);
    sent.end(content);
  });
}

/** What differs between two answers of the same server: the time, and what is drawn by lot. */
export function withoutChance(body: string): string {
  const fence = /Between <(\w{5})> and <\/\1>/.exec(body)?.[1];
  return (fence ? body.replaceAll(fence, 'fence') : body)
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)?/g, 'time')
    .replace(/\bNow: \w+ \d{4}-\d\d-\d\d \d\d:\d\d/g, 'Now: time')
    .replace(/\b(error id|id) [\w-]{6,}/gi, '$1 x');
}
