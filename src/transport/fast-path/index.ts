import type { IncomingMessage } from 'node:http';
import { Cancellation } from '../../lib/concurrency/cancellation.ts';
import { STATELESS_REVISION } from '../../lib/protocol.ts';
import { traceparentOf } from '../../lib/trace.ts';
import type { Exchange, Middleware } from '../http/exchange.ts';
import { outcomeOf } from '../tracing/message.ts';
import type { RequestTracer, TracedRequest } from '../tracing/tracer.ts';
import { CALL_ID_HEADER } from '../voice/stated-caller.ts';
import type { VoiceView } from '../voice/voice-view.ts';
import { AcceptedFingerprints, fingerprintOf } from './accepted-fingerprints.ts';
import { readHead } from './head.ts';
import { capabilitiesIn, type FastPathRequest, parseFastPathRequest } from './request.ts';
import { sender } from './sender.ts';
import type { FastPathTools } from './tools.ts';

interface FastPathOptions {
  tools: FastPathTools;
  /** Set for callers of the voice profile: the headers of vendors are known then. */
  voice?: VoiceView | undefined;
  tracer?: RequestTracer | undefined;
  /** Answers and logs an error that was not expected. */
  fail(exchange: Exchange, error: unknown): void;
}

/**
 * Answers plain requests (`tools/call`, `tools/list`) with node:http only. The SDK's handler spends four fifths of a call
 * on converting it to a web `Request`, creating a server for it, and converting the `Response` back.
 *
 * It is safe because each request was authorized before (`http/pipeline.ts`), and because the first request with a
 * fingerprint is passed to the SDK (see `AcceptedFingerprints`). The SDK answers everything unusual and every error. The
 * server works the same without this step.
 */
export function fastPath({ tools, voice, tracer, fail }: FastPathOptions): Middleware {
  const accepted = new AcceptedFingerprints();
  const known = new Set(voice ? [...VENDOR_HEADERS, ...(voice.numberHeader ? [voice.numberHeader] : [])] : []);

  /**
   * In MCP 2025 a client that disconnects does not cancel its call (Transports). A write that was cut off would have an
   * unknown outcome. A read has no effect but its answer, which can no longer be delivered.
   */
  const continues = ({ era, name }: FastPathRequest) => era === '2025' && name !== undefined && tools.writes(name);

  const answer = async (request: FastPathRequest, exchange: Exchange) => {
    const { incoming, outgoing, context: requestContext, answerForm } = exchange;
    const cancellation = new Cancellation();
    // Not after a complete answer: creating the abort error takes longer than reading the request.
    if (!continues(request)) outgoing.on('close', () => outgoing.writableFinished || cancellation.abort());
    const send = sender(request, outgoing, answerForm);
    const { id, era, method, name = '', args, meta } = request;
    const span = tracer?.startSpan(traced(request, incoming));
    const { traceparent } = span ?? request;
    const result =
      method === 'tools/list'
        ? tools.list(era, capabilitiesIn(meta))
        : await tools.call(era, name, args, cancellation, { requestContext, traceparent, meta });
    // The members have the order of the SDK's answers.
    const response = { result, jsonrpc: '2.0', id };
    span?.end(cancellation.aborted ? 'cancelled' : outcomeOf(response));
    send(JSON.stringify(response));
  };

  return (exchange, next) => {
    const { incoming, outgoing, message } = exchange;
    const head = message?.isExact ? readHead(incoming, known) : undefined;
    const request = head && parseFastPathRequest(message?.value, tools);
    if (!head || !request || !head.agrees(request)) return next();
    const fingerprint = fingerprintOf(head.fingerprint, request.era, request.envelope);
    if (accepted.has(fingerprint)) {
      const answered = answer(request, exchange).catch((error: unknown) => fail(exchange, error));
      if (continues(request)) void answered.then(exchange.lifetime.retain());
      return;
    }
    outgoing.once('finish', () => outgoing.statusCode === 200 && accepted.add(fingerprint));
    next();
  };
}

/** Headers in which vendors name the call. Identification has read those that count (`voice/stated-caller.ts`). */
const VENDOR_HEADERS = [CALL_ID_HEADER, 'x-chat-id', 'x-session-id'];

function traced({ method, id, name, era, traceparent }: FastPathRequest, { headers }: IncomingMessage): TracedRequest {
  const { 'mcp-protocol-version': requested } = headers;
  const version = era === '2026' ? STATELESS_REVISION : [requested].flat()[0];
  return { method, id, over: 'http', target: name, version, traceparent, header: traceparentOf(headers.traceparent) };
}
