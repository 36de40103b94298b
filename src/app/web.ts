import { getPath } from 'hono/utils/url';
import { errorAnswer } from '../lib/http/error-answer.ts';
import type { PeerFetchHandler, RequestPeer } from '../lib/http/request-context.ts';
import type { FetchHandler } from '../lib/http/serve.ts';
import type { DashboardServer, Platform } from '../platform/index.ts';
import { DATA_HEADERS, PAGE_HEADERS } from './page-headers.ts';
import { createStaticFiles, page } from './static-files.ts';
import { acceptsPage, type WelcomeFacts, welcomeJson, welcomePage } from './welcome-page.ts';

interface WebOptions {
  /** The folder of the program, with `web/app` and `web/welcome` of the build. */
  folder: string;
  /** Opens the embedded platform; undefined with a remote one. */
  platform: (() => Promise<Pick<Platform, 'fetch'>>) | undefined;
  /** What the dashboard is served with; the sentence that says why there is none. */
  dashboard: { server: () => Promise<DashboardServer>; readOnly: boolean } | string;
  /** What the welcome page at `/` says. */
  welcome: () => Promise<WelcomeFacts>;
  /** Answers all other paths. */
  others: PeerFetchHandler;
}

const PAGES = [
  { path: '/app', file: 'web/app/index.html' },
  { path: '/app/dashboard.js', file: 'web/app/dashboard.js.gz' },
  { path: '/app/dashboard.css', file: 'web/app/dashboard.css.gz' },
];
const WELCOME_FILES = [
  { path: '/welcome/welcome.js', file: 'web/welcome/welcome.js' },
  { path: '/welcome/welcome.css', file: 'web/welcome/welcome.css' },
];

/**
 * Answers what people open in a browser, and what these pages request: the welcome page `/`, the dashboard `/app` with its
 * API below `/api/dashboard` and `/api/teams`, and calendar feeds below `/api/calendars`. The platform answers the API, and
 * knows who is signed in; this adds the tools and the headers for browsers.
 */
export function createWeb(options: WebOptions): PeerFetchHandler {
  const { folder, platform, dashboard, welcome, others } = options;
  const pages = createStaticFiles(folder, PAGES);
  const welcomeFiles = createStaticFiles(folder, WELCOME_FILES);

  const answerApi = async (request: Request, pathname: string, peer: RequestPeer): Promise<Response> => {
    if (typeof dashboard === 'string' || !platform) return off(dashboard);
    const server = await dashboard.server();
    if (dashboard.readOnly && isChangeOfTeam(request.method, pathname)) return refusal(403, 'read_only', READ_ONLY);
    const { fetch } = await platform();
    return withHeaders(await fetch(request, { ...peerOf(peer), dashboard: server }), DATA_HEADERS);
  };
  const answerPage = async (request: Request, pathname: string): Promise<Response> => {
    if (typeof dashboard === 'string') return off(dashboard);
    // A page at `/app/` would be another one for caches and for its own relative addresses.
    if (pathname === '/app/')
      return new Response(null, { status: 308, headers: { ...DATA_HEADERS, Location: '/app' } });
    return (await pages(request, pathname)) ?? refusal(404, 'not_found', 'The dashboard has no such page.');
  };

  return async (request, peer) => {
    // As the router of the platform reads it, which decodes it: `/api/%64ashboard/login` must not get past what is decided here.
    const pathname = getPath(request);
    if (pathname === '/app' || pathname.startsWith('/app/')) return answerPage(request, pathname);
    if (/^\/api\/(dashboard|teams)\//.test(pathname)) return answerApi(request, pathname, peer);
    if (platform && pathname.startsWith('/api/calendars/')) return (await platform()).fetch(request, peerOf(peer));
    if (pathname === '/') return answerRoot(request, await welcome());
    return (await welcomeFiles(request, pathname)) ?? others(request, peer);
  };
}

const READ_ONLY = 'This server changes nothing, because it runs with --read-only. Nothing was changed.';

/** Answers a browser with the welcome page, and a program with JSON. */
function answerRoot(request: Request, facts: WelcomeFacts): Response {
  const { method, headers } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const response =
    !isRead || acceptsPage(headers.get('accept'))
      ? page(request, welcomePage(facts))
      : Response.json(welcomeJson(facts), { headers: { ...PAGE_HEADERS } });
  response.headers.set('Vary', 'Accept');
  return response;
}

/** A change of a team other than a tool call, of which read-only servers offer those that read. */
const isChangeOfTeam = (method: string, pathname: string) =>
  method !== 'GET' && /^\/api\/(dashboard\/)?teams\/(?![^/]+\/tools\/)/.test(pathname);

/** The values of a peer, whose members may be computed when they are read. */
const peerOf = ({ client, protocol, id, traceparent }: RequestPeer) => ({ client, protocol, id, traceparent });

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

const off = (reason: unknown) => refusal(404, 'dashboard_off', String(reason));

const refusal = (status: number, error: string, message: string) =>
  errorAnswer(status, error, message, { ...DATA_HEADERS });

/** Answers paths of `http` that are not served. */
export const unknownPath =
  (message: string): FetchHandler =>
  async () =>
    errorAnswer(404, 'not_found', message);
