/**
 * Emulates a browser's cross-origin fetch (Fetch standard: CORS-preflight fetch, CORS check, CORS filtered response) on top
 * of Node's fetch. If CORS does not allow the response, the promise rejects, as in a browser.
 */
export function browserFetch(origin: string) {
  /** The URL of each request that caused a preflight. */
  const preflights: string[] = [];
  const fetchFrom = async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(input, init);
    const unsafe = [...request.headers.keys()].filter(
      (name) => !isSafelistValues(name, request.headers.get(name) ?? ''),
    );
    if (!['GET', 'HEAD', 'POST'].includes(request.method) || unsafe.length > 0) {
      preflights.push(request.url);
      await preflight(request, origin, unsafe.sort());
    }
    const headers = new Headers(request.headers);
    headers.set('origin', origin);
    const answer = await fetch(input, { ...init, headers, redirect: 'error' });
    check(answer, origin);
    return filterResponse(answer);
  };
  return { fetch: fetchFrom, preflights };
}

const blocked = (why: string) => new TypeError(`blocked by CORS: ${why}`);
const listValues = (headers: Headers, name: string) =>
  (headers.get(name) ?? '')
    .split(',')
    .map((value) => value.trim().toLowerCase())
    .filter(Boolean);

/** True for a CORS-safelisted request-header. */
function isSafelistValues(name: string, value: string): boolean {
  if (name === 'content-type')
    return /^(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)/.test(value);
  return ['accept', 'accept-language', 'content-language'].includes(name);
}

async function preflight(request: Request, origin: string, names: readonly string[]): Promise<void> {
  const headers = new Headers({ origin, accept: '*/*', 'access-control-request-method': request.method });
  if (names.length > 0) headers.set('access-control-request-headers', names.join(','));
  const answer = await fetch(request.url, { method: 'OPTIONS', headers, redirect: 'error' });
  check(answer, origin);
  if (!answer.ok) throw blocked(`the preflight was answered ${answer.status}`);
  const methods = listValues(answer.headers, 'access-control-allow-methods');
  if (!['GET', 'HEAD', 'POST'].includes(request.method) && !methods.includes(request.method.toLowerCase()))
    throw blocked(`the method ${request.method}`);
  const allowed = listValues(answer.headers, 'access-control-allow-headers');
  // The wildcard is ignored: it would not cover Authorization.
  for (const name of names) if (!allowed.includes(name)) throw blocked(`the header ${name}`);
}

function check({ headers }: Response, origin: string): void {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed !== origin && allowed !== '*') throw blocked(`the origin ${origin}`);
}

const SAFELISTED_RESPONSE_HEADERS = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];

/** Returns the response without the headers that a page cannot read. */
function filterResponse(answer: Response): Response {
  const visible = [...SAFELISTED_RESPONSE_HEADERS, ...listValues(answer.headers, 'access-control-expose-headers')];
  const headers = [...answer.headers].filter(([name]) => visible.includes(name));
  const { status, statusText } = answer;
  return new Response([204, 205, 304].includes(status) ? null : answer.body, { status, statusText, headers });
}
