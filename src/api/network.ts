import type { Dispatcher } from 'undici';
import errors from 'undici/lib/core/errors.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { errorCode } from '../lib/network.ts';
import { readResponse } from './collect.ts';
import { SendError, type Sender, type SendFailure } from './sender.ts';

type Method = Dispatcher.HttpMethod;

export interface NetworkSender {
  send: Sender;
  /** Closes idle connections, and the others after their requests. */
  close(): Promise<void>;
}

/** Sends requests over the network with undici. Redirects are not followed. */
export function networkSender(options: { connectTimeoutMs?: number } = {}): NetworkSender {
  const agent = new Agent({
    connect: { timeout: options.connectTimeoutMs ?? 5_000 },
    // The request has its own deadline, so undici's timeouts are disabled.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const send: Sender = async ({ method, url, headers, body, deadline, maxBytes }) => {
    try {
      const request = { origin: url.origin, path: url.pathname + url.search, method: method as Method, headers, body };
      return await readResponse(agent, request, { deadline, maxBytes });
    } catch (error) {
      if (deadline.over || error instanceof SendError) throw error;
      throw sendError(error);
    }
  };
  return { send, close: () => agent.close() };
}

/** Converts an error of Node or undici after the request was sent, at least in part. */
function sendError(error: unknown): SendError {
  return new SendError(failureOf(error), true, { cause: error });
}

function failureOf(error: unknown): SendFailure {
  const code = errorCode(error);
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) return 'invalid_response';
  return code === 'ETIMEDOUT' ? 'timeout' : 'connection_lost';
}
