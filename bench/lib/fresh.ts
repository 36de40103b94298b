import { request } from 'node:http';

export interface FreshRequest {
  /** Names and values in turn, without `Host` and `Content-Length`. */
  headers: readonly string[];
  body: string;
}

export interface FreshAnswer {
  status: number;
  /** Names and values in turn, without `Date` and those of the connection. */
  headers: string[];
  body: string;
  /** From the start of the connection to the last byte, in milliseconds. */
  ms: number;
}

/** Headers that Node's server sets itself. */
const OF_NODE = /^(date|connection|keep-alive|transfer-encoding)$/i;

/** Sends a POST request on a connection of its own. */
export function postFresh(url: string, { headers, body }: FreshRequest): Promise<FreshAnswer> {
  const { hostname, port, pathname: path, host } = new URL(url);
  const all = ['Host', host, 'Content-Length', String(Buffer.byteLength(body)), ...headers];
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const sent = request({ hostname, port, path, method: 'POST', headers: all, agent: false }, (response) => {
      let read = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        read += chunk;
      });
      response.on('error', reject).on('end', () => {
        const ms = performance.now() - begin;
        const { statusCode: status = 0, rawHeaders } = response;
        const kept = rawHeaders.filter((_, index) => !OF_NODE.test(rawHeaders[index - (index % 2)] as string));
        resolve({ status, headers: kept, body: read, ms });
      });
    });
    sent.on('error', reject).end(body);
  });
}
