import type { ServerResponse } from 'node:http';

/** Answers with a JSON body, straight over Node's response. */
export function sendJson(
  outgoing: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  const text = JSON.stringify(body);
  outgoing
    .writeHead(status, { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text);
}
