import type { Dispatcher } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import { SendError, type Sender, type WireRequest, type WireResponse } from '../sender.ts';
import { notSent, sentInPart } from './failures.ts';
import { CONNECT_TIMEOUT_MS, type NetworkOptions, type NetworkSender } from './options.ts';
import { joinValues, ResponseBody } from './response.ts';

/** Sends requests with undici. */
export function undiciSender({ connectTimeoutMs = CONNECT_TIMEOUT_MS }: NetworkOptions = {}): NetworkSender {
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    // The request has its own deadline, so undici's timeouts are disabled.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const send: Sender = async (request) => {
    try {
      return await dispatch(agent, request);
    } catch (error) {
      if (request.deadline.over || error instanceof SendError) throw error;
      throw sentInPart(error);
    }
  };
  return { send, close: () => agent.close() };
}

/**
 * Sends a request and buffers its response. Rejects with a `SendError` if nothing was sent. Not with undici's own
 * `request`, which creates a stream for each response: that costs more than the request.
 */
function dispatch(agent: Dispatcher, wire: WireRequest): Promise<WireResponse> {
  const { url, method, headers: sent, body: content, deadline, maxBytes } = wire;
  const request = {
    origin: url.origin,
    path: url.pathname + url.search,
    method: method as Dispatcher.HttpMethod,
    headers: sent,
    body: content,
  };
  return new Promise((resolve, reject) => {
    let abort: (() => void) | undefined;
    deadline.whenOver(() => {
      reject(abort ? deadline.reason : new SendError('timeout', false, { cause: deadline.reason }));
      abort?.();
    });
    if (deadline.over) return;

    let status = 0;
    let headers: Record<string, string> = {};
    const body = new ResponseBody(maxBytes);
    agent.dispatch(request, {
      // undici calls this immediately before it writes the request. An earlier failure is one of the connection.
      onRequestStart(controller) {
        abort = () => controller.abort(new Error('cancelled'));
        if (deadline.over) abort();
      },
      onResponseStart(_controller, statusCode, received) {
        status = statusCode;
        headers = joinValues(received);
      },
      onResponseData(controller, chunk) {
        const refused = body.add(chunk);
        if (refused) controller.abort(refused);
      },
      onResponseEnd() {
        resolve({ status, headers, body: body.text() });
      },
      onResponseError(_controller, error) {
        reject(abort ? error : notSent(error));
      },
    });
  });
}
