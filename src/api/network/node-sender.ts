import type * as http from 'node:http';
import type * as https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { SendError, type Sender, type WireRequest, type WireResponse } from '../sender.ts';
import { notSent, sentInPart } from './failures.ts';
import { CONNECT_TIMEOUT_MS, type NetworkOptions, type NetworkSender } from './options.ts';
import { joinValues, ResponseBody } from './response.ts';

/** Idle connections are closed earlier than most servers close them: a request on a closed one fails. */
const IDLE_MS = 4_000;

/** How to reach one origin. */
interface Origin {
  start: typeof http.request;
  agent: http.Agent;
  address: http.RequestOptions;
}

/** Sends requests with `node:http` and `node:https`. */
export function nodeSender({ connectTimeoutMs = CONNECT_TIMEOUT_MS }: NetworkOptions = {}): NetworkSender {
  // One platform has one origin.
  const origins = new Map<string, Origin>();
  const open = new Set<Promise<unknown>>();
  const originOf = async (url: URL): Promise<Origin> => {
    const known = origins.get(url.origin);
    if (known) return known;
    // Both take some milliseconds to load, and an embedded platform needs neither.
    const { Agent, request }: typeof http | typeof https =
      url.protocol === 'https:' ? await import('node:https') : await import('node:http');
    const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
    const origin = { start: request, agent, address: urlToHttpOptions(new URL(url.origin)) };
    origins.set(url.origin, origin);
    return origin;
  };
  const send: Sender = async (request) => {
    const response = exchange(request, await originOf(request.url), connectTimeoutMs);
    const ended = response.then(
      () => void open.delete(ended),
      () => void open.delete(ended),
    );
    open.add(ended);
    return response;
  };
  const close = async () => {
    await Promise.all(open);
    for (const { agent } of origins.values()) agent.destroy();
  };
  return { send, close };
}

/** Sends a request and buffers its response. Rejects with a `SendError`, or with the reason of the deadline. */
function exchange(
  { url, method, headers, body: content, deadline, maxBytes }: WireRequest,
  { start, agent, address }: Origin,
  connectTimeoutMs: number,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    let request: http.ClientRequest | undefined;
    /** True if the platform may have received a part of the request. */
    let isSent = false;
    let isAnswered = false;
    const fail = (error: unknown) => reject(isSent ? sentInPart(error) : notSent(error));
    deadline.whenOver(() => {
      reject(isSent ? deadline.reason : new SendError('timeout', false, { cause: deadline.reason }));
      request?.destroy();
    });
    if (deadline.over) return;

    try {
      request = start({ ...address, agent, path: url.pathname + url.search, method, headers });
    } catch (error) {
      // Such as a header with a character that HTTP does not allow.
      return fail(error);
    }
    watchConnection(request, connectTimeoutMs, () => {
      isSent = true;
    });
    request.on('response', (response) => {
      const body = new ResponseBody(maxBytes);
      response.on('data', (chunk: Buffer) => {
        const refused = body.add(chunk);
        if (refused) request?.destroy(refused);
      });
      response.on('error', fail);
      response.on('end', () => {
        isAnswered = true;
        resolve({ status: response.statusCode ?? 0, headers: joinValues(response.headersDistinct), body: body.text() });
      });
    });
    request.on('error', fail);
    request.on('close', () => {
      // Without a response or an error if the connection became one of another protocol.
      if (!isAnswered) fail(new Error('The connection was closed'));
    });
    request.end(content ?? undefined);
  });
}

/** Calls `onOpen` when the connection is open, so that the request is written. Ends a request whose connection takes too long. */
function watchConnection(request: http.ClientRequest, timeoutMs: number, onOpen: () => void): void {
  request.once('socket', (socket) => {
    // An earlier request has opened it.
    if (request.reusedSocket) return onOpen();
    const timer = setTimeout(() => request.destroy(new Error('The connection timed out')), timeoutMs);
    socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      onOpen();
    });
    request.once('close', () => clearTimeout(timer));
  });
}
