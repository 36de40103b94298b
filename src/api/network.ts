import type { Dispatcher } from 'undici';
import errors from 'undici/lib/core/errors.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { errorCode, isCertificateCode } from '../lib/network.ts';
import { readResponse } from './collect.ts';
import { SendError, type Sender, type SendFailure } from './sender.ts';

/** Failures before a byte of the request was written, by Node's and undici's error codes. */
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
  /** Closes kept-alive connections after what is under way. */
  close(): Promise<void>;
}

/** Sends requests over the network with undici. Redirects are not followed. */
export function networkSender(options: { connectTimeoutMs?: number } = {}): NetworkSender {
  const agent = new Agent({
    connect: { timeout: options.connectTimeoutMs ?? 5_000 },
    // The request's own deadline governs: undici's two must not cut in before it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const send: Sender = async ({ method, url, headers, body, limit, maxBytes }) => {
    try {
      const request = { origin: url.origin, path: url.pathname + url.search, method: method as Method, headers, body };
      return await readResponse(agent, request, { limit, maxBytes });
    } catch (error) {
      if (limit.over || error instanceof SendError) throw error;
      throw sendError(error);
    }
  };
  return { send, close: () => agent.close() };
}

/** Sorts an error of Node's or undici's into what it says about the request. */
export function sendError(error: unknown): SendError {
  const code = errorCode(error);
  const failed = (failure: SendFailure, sent: boolean) => new SendError(failure, sent, { cause: error });
  if (NOT_SENT.has(code)) return failed('unreachable', false);
  if (isCertificateCode(code)) return failed('untrusted_certificate', false);
  if (error instanceof errors.HTTPParserError || code.startsWith('HPE_')) return failed('invalid_response', true);
  if (code === 'ETIMEDOUT') return failed('timeout', true);
  return failed('connection_lost', true);
}
