/** An answer of the server that is no success. The message is a sentence for the user. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The rule by which a time was refused. */
  readonly rule: string | undefined;
  /** True if it is not known whether the request was done. */
  readonly isUnknown: boolean;

  constructor(status: number, message: string, rule?: string, isUnknown = status === 0 || status >= 500) {
    super(message);
    this.status = status;
    this.rule = rule;
    this.isUnknown = isUnknown;
  }
}

/** A text that the user saves. */
export interface TextFile {
  name: string;
  type: string;
  text: string;
}

/** The message where a request that changes nothing has no answer. */
export const NO_ANSWER = 'The server does not answer. Check that it runs, and try again.';
const MAY_BE_DONE = `${NO_ANSWER} Look first whether it was done: that is not known.`;

/** Where a 401 means a wrong password. Everywhere else it means that the session has ended. */
export const SIGN_IN = '/api/dashboard/login';
const SESSION_ENDED = 'Your session has ended. Nothing was changed: try again.';

let tellEnd = () => {};

/** Sets what is called when an answer says that there is no session, whichever page sent the request. */
export function onSessionEnd(listener: () => void): void {
  tellEnd = listener;
}

/**
 * Sends a request to the server of this page, with the session cookie, and returns the `data` of its answer.
 * @throws RequestError
 */
export async function request<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const { data } = (await requestBody(method, path, body)) as { data: T };
  return data;
}

/**
 * Like `request`, but returns the whole body.
 * @param isRead true if the request changes nothing.
 */
export async function requestBody(
  method: string,
  path: string,
  body?: unknown,
  isRead = method === 'GET',
): Promise<unknown> {
  const response = await send(method, path, body, isRead);
  const answer: unknown = await response.json().catch(() => undefined);
  // A proxy or a network that answers in the server's place.
  if (typeof answer !== 'object' || answer === null) throw unanswered(isRead);
  return answer;
}

/** Requests a file, which changes nothing, and returns it. @throws RequestError */
export async function requestFile(path: string, body: unknown): Promise<TextFile> {
  const response = await send('POST', path, body, true);
  const { headers } = response;
  const text = await response.text().catch(() => undefined);
  const name = /^attachment; filename="(.+)"$/.exec(headers.get('content-disposition') ?? '')?.[1];
  if (name === undefined || text === undefined) throw unanswered(true);
  return { name, type: headers.get('content-type') ?? '', text };
}

/** Sends a request, and returns a response that is a success. */
async function send(method: string, path: string, body: unknown, isRead: boolean): Promise<Response> {
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    redirect: 'error',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw unanswered(isRead);
  });
  if (response.ok) return response;
  if (response.status === 401 && path !== SIGN_IN) {
    tellEnd();
    throw new RequestError(401, SESSION_ENDED);
  }
  const message = messageOf(await response.json().catch(() => undefined));
  if (response.status >= 500 && !message) throw unanswered(isRead);
  throw new RequestError(response.status, message ?? `The server answered ${response.status}.`);
}

const unanswered = (isRead: boolean) => new RequestError(0, isRead ? NO_ANSWER : MAY_BE_DONE);

function messageOf(answer: unknown): string | undefined {
  const { message } = (answer ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : undefined;
}
