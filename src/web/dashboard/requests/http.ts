/** An answer of the server that is no success. The message is a sentence for the user. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The rule by which a time was refused. */
  readonly rule: string | undefined;

  constructor(status: number, message: string, rule?: string) {
    super(message);
    this.status = status;
    this.rule = rule;
  }
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
  const unanswered = isRead ? NO_ANSWER : MAY_BE_DONE;
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    redirect: 'error',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new RequestError(0, unanswered);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.status === 401 && path !== SIGN_IN) {
    tellEnd();
    throw new RequestError(401, SESSION_ENDED);
  }
  const message = messageOf(answer);
  // A proxy or a network that answers in the server's place.
  const isOfOther = response.ok ? typeof answer !== 'object' || answer === null : response.status >= 500 && !message;
  if (isOfOther) throw new RequestError(0, unanswered);
  if (!response.ok) throw new RequestError(response.status, message ?? `The server answered ${response.status}.`);
  return answer;
}

function messageOf(answer: unknown): string | undefined {
  const { message } = (answer ?? {}) as { message?: unknown };
  return typeof message === 'string' && message !== '' ? message : undefined;
}
