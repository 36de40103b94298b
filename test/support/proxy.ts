import type { StartedPlatform } from './platform.ts';
import { json, type Received, startUpstream } from './upstream.ts';

export interface RecordingProxy {
  url: string;
  received: Received[];
  /** Sets a password for a member of the first team, logs in to the dashboard, and returns the session cookie. */
  login(platform: StartedPlatform, role: 'owner' | 'admin' | 'member'): Promise<string>;
  close(): Promise<void>;
}

/**
 * A transparent proxy between client and platform that records all requests.
 * @param options `withoutExtensions`: it hides the extensions of the platform.
 */
export async function startRecordingProxy(
  target: string,
  options: { withoutExtensions?: boolean } = {},
): Promise<RecordingProxy> {
  const upstream = await startUpstream(async (received, response) => {
    const { method, path, headers, body } = received;
    if (options.withoutExtensions && path === '/api/v1/capabilities')
      return json(404, { error: 'not_found', message: 'Not found' })(received, response);
    const { host: _host, connection: _connection, 'content-length': _length, ...forwardedHeaders } = headers;
    const answer = await fetch(target + path, {
      method,
      headers: forwardedHeaders as Record<string, string>,
      ...(body ? { body } : {}),
    });
    const etag = answer.headers.get('etag');
    const forwarded = { 'content-type': answer.headers.get('content-type') ?? '', ...(etag ? { etag } : {}) };
    response.writeHead(answer.status, forwarded);
    response.end(await answer.text());
  });
  return {
    url: upstream.url,
    received: upstream.received,
    login: (platform, role) => login(platform, role),
    close: upstream.close,
  };
}

async function login({ platform, url }: StartedPlatform, role: string): Promise<string> {
  const email = (await platform.users.list()).find((user) => user.role === role)?.email ?? '';
  const password = 'correct horse battery staple';
  await platform.users.setPassword(email, password);
  const answer = await fetch(`${url}/api/dashboard/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}
