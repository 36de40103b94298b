import type { Dispatcher } from 'undici';
import errors from 'undici/lib/core/errors.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { errorCode, isCertificateCode } from '../lib/network.ts';
import { readResponse } from './collect.ts';
import { SendError, type Sender, type SendFailure } from './sender.ts';

/** Error codes of Node and undici for failures before a byte of the request was written. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

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

/** Converts an error of Node or undici into a `SendError`. */
export function sendError(error: unknown): SendError {
  const code = errorCode(error);
  const failed = (failure: SendFailure, sent: boolean) => new SendError(failure, sent, { cause: error });
  if (NOT_SENT.has(code)) return failed('unreachable', false);
  if (isCertificateCode(code)) return failed('untrusted_certificate', false);
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) return failed('invalid_response', true);
  if (code === 'ETIMEDOUT') return failed('timeout', true);
  return failed('connection_lost', true);
}
