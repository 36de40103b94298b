import { Cancellation } from '../../lib/concurrency/cancellation.ts';
import type { StatedCaller } from '../../lib/http/request-context.ts';
import { callerView, type Exchange, type Middleware } from '../http/exchange.ts';
import { parseJson } from '../http/parse-body.ts';
import { sendJson } from '../http/send-json.ts';
import { createSignedAnswers } from './signed-answers.ts';
import { readToolCalls, type VapiToolCall } from './vapi-message.ts';
import type { VoiceView } from './voice-view.ts';

/**
 * Values in one message. Vapi sends the conversation so far with each call of a tool, with the time of each word: an hour has
 * some 40,000 values. The tools read a few of them, and only these are validated.
 */
const MAX_VALUES = 200_000;

/** Answers everything but POST before a request is authenticated. */
export const requirePost: Middleware = ({ incoming, outgoing }, next) => {
  if (incoming.method === 'POST') next();
  else refuse(outgoing, 405, 'method_not_allowed', 'Send tool-calls messages with POST.', { allow: 'POST' });
};

/**
 * Answers Vapi's `tool-calls` messages by the tools of the voice profile, without MCP. The steps before it have
 * authenticated the request: what its body states about the caller is Vapi's word.
 */
export function answerVapi(maxBodyBytes: number, fail: (exchange: Exchange, error: unknown) => void): Middleware {
  const answerOnce = createSignedAnswers<ToolResult[]>();
  return (exchange) => {
    const { incoming, outgoing, context } = exchange;
    const { voice, credential } = callerView(exchange) ?? {};
    if (!voice) return refuse(outgoing, 403, 'access_denied', NOT_VOICE);
    const { rawBody = Buffer.alloc(0) } = incoming;
    if (Number(incoming.headers['content-length'] ?? 0) > maxBodyBytes || rawBody.length > maxBodyBytes) {
      return refuse(outgoing, 413, 'too_large', `The body is longer than ${maxBodyBytes} bytes.`, CLOSE);
    }
    if (!/^application\/json\s*(;|$)/i.test(incoming.headers['content-type'] ?? '')) {
      return refuse(outgoing, 415, 'unsupported_media_type', 'The content type must be application/json.');
    }
    const body = parseJson(rawBody, MAX_VALUES);
    if (body === 'too many values') {
      return refuse(outgoing, 413, 'too_large', `The message has more than ${MAX_VALUES} values.`);
    }
    if (!body) return refuse(outgoing, 400, 'bad_request', 'The body is not valid JSON.');
    const request = readToolCalls(body.value);
    if ('problem' in request) return refuse(outgoing, 422, 'unprocessable', request.problem);
    context.statedCaller = merged(context.statedCaller, request.caller);
    const make = () => answerTo(request.calls, voice, exchange);
    const sender = credential?.caller ?? '';
    const answer = exchange.isSigned ? answerOnce({ sender, body: rawBody }, make) : make();
    const ended = exchange.lifetime.retain();
    answer
      .then((results) => {
        if (results && !outgoing.destroyed) sendJson(outgoing, 200, { results });
      })
      .catch((error: unknown) => fail(exchange, error))
      .finally(ended);
  };
}

const CLOSE = { connection: 'close' };
const NOT_VOICE =
  'Only callers of the voice profile may call this address: send a token of rcpt-mcp tokens create --profile voice.';

function refuse(
  outgoing: Exchange['outgoing'],
  status: number,
  error: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  sendJson(outgoing, status, { error, message: `${message} Nothing was done.` }, headers);
}

/** In the form that Vapi reads. */
interface ToolResult {
  name: string;
  toolCallId: string;
  result: string;
}

/** Both the headers and the body may state who calls: where they differ, the caller is unknown. */
const merged = (headers: StatedCaller | undefined, body: StatedCaller): StatedCaller => ({
  callIds: [...(headers?.callIds ?? []), ...body.callIds],
  numbers: [...(headers?.numbers ?? []), ...body.numbers],
});

/**
 * Makes the calls in order, because a later one may depend on an earlier one. If the client disconnects, the current call is
 * made to its end, because a write that is cut off may have been carried out. Undefined if calls are left then.
 */
async function answerTo(
  calls: readonly VapiToolCall[],
  voice: VoiceView,
  { outgoing, context }: Exchange,
): Promise<ToolResult[] | undefined> {
  const results: ToolResult[] = [];
  for (const { id, name, args } of calls) {
    if (outgoing.destroyed) return undefined;
    // Never aborted: see above.
    const text = await voice.speak(name, args, new Cancellation(), { requestContext: context });
    // Vapi reads a result only if it is one line.
    results.push({ name, toolCallId: id, result: text.replace(/\s+/g, ' ') });
  }
  return results;
}
