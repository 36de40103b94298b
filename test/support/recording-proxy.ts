import { type Received, startUpstream, type Upstream } from './upstream.ts';

/**
 * Starts an HTTP server that passes requests on to a platform and records them.
 * @param options.statusOf returns the status to answer with although the platform has answered; undefined: the platform's.
 */
export const startRecordingProxy = (
  platform: string,
  { statusOf = () => undefined }: { statusOf?: (request: Received) => number | undefined } = {},
): Promise<Upstream> =>
  startUpstream(async (request, response) => {
    const { method, path, headers, body } = request;
    const { authorization = '', 'content-type': type = 'application/json', 'if-match': state } = headers;
    const answer = await fetch(platform + path, {
      method,
      headers: { authorization, 'content-type': type, ...(state ? { 'if-match': state } : {}) },
      ...(method === 'GET' ? {} : { body }),
    });
    const text = await answer.text();
    const tag = answer.headers.get('etag');
    const status = statusOf(request);
    response
      .writeHead(status ?? answer.status, { 'content-type': 'application/json', ...(tag ? { etag: tag } : {}) })
      .end(status === undefined ? text : JSON.stringify({ error: 'refused', message: 'Refused' }));
  });
