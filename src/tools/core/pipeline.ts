import * as z from 'zod';
import { type Api, tracedApi } from '../../api/index.ts';
import type { CallOrigin } from '../../lib/http/request-context.ts';
import type { JsonObject } from '../../lib/json.ts';
import { isTimeZone } from '../../lib/locale.ts';
import { childLogger } from '../../lib/logger.ts';
import { quoted, say } from '../../lib/sentence.ts';
import { atOnce, inSlices, mapInSlices } from '../../lib/slices.ts';
import { boundAnswer, withoutCuts } from '../output/bound.ts';
import { hiddenSentence, withoutHiddenRecords } from '../output/hidden-records.ts';
import { failureMeta, rejectMaskedInput, untrustedMeta } from '../output/protect.ts';
import { loadRedaction, redactData } from '../output/redact.ts';
import { cleanData, renderText, type ToolResult } from '../output/render.ts';
import { fitToTokenBudget } from '../output/token-budget.ts';
import { withAudit } from './audit.ts';
import { type ConfirmationRequest, checkConfirmation, type Elicitation, takeConfirmToken } from './confirm.ts';
import type { ToolContext, ToolServices, ToolTime } from './context.ts';
import type { ToolDefinition } from './define.ts';
import { ToolError, toFailure } from './errors.ts';
import { parseInput, rejectDeepInput } from './input.ts';
import type { ToolObserver } from './observer.ts';
import { originFields, traceparentOf } from './origin.ts';
import { withSuggestions } from './suggestions.ts';

/** Origin, cancellation, progress and elicitation of one call. */
export interface CallScope extends CallOrigin {
  signal: AbortSignal;
  /** Sends a progress notification. Absent if the client did not request them. */
  notify?: ((done: number, total: number | null) => void) | undefined;
  /** Default: elicitation is not supported. */
  elicitation?: Elicitation;
}

/**
 * Executes a tool call: validates and confirms it, runs the tool, sanitizes and masks untrusted text, applies the token
 * budget, renders the answer, maps errors and logs the outcome. Never throws.
 */
export async function callTool(
  tool: ToolDefinition,
  args: unknown,
  services: ToolServices,
  scope: CallScope,
): Promise<ToolResult | ConfirmationRequest> {
  const startedAt = performance.now();
  const recordOutcome = (outcome: Parameters<ToolObserver['recordCall']>[1]) => {
    const ms = performance.now() - startedAt;
    services.observer?.recordCall(tool.name, outcome, ms / 1_000);
    services.logger.info('tool call', () => ({ tool: tool.name, outcome, ms: Math.round(ms), ...originFields(scope) }));
  };
  let parsed: JsonObject | undefined;
  try {
    const context = await createToolContext(services, scope);
    rejectDeepInput(args);
    if (tool.effect !== 'read') rejectMaskedInput(args, services.settings);
    // Parsed once: everything below uses the parsed input.
    const input = parseInput(tool.input, args) as JsonObject;
    parsed = input;
    const token = takeConfirmToken(input);
    const question = await checkConfirmation(
      tool,
      { input, token },
      context,
      scope.elicitation ?? { supported: false },
    );
    if (question) {
      recordOutcome('question');
      return question;
    }
    const execute = () => run(tool, input, context);
    const data = await (tool.effect === 'read' ? execute() : executeWrite(tool, input, context, scope, execute));
    const summary = [tool.summary?.(data), hiddenSentence(data)].filter(Boolean).join(' ');
    const text = renderText(data, tool.output, summary);
    recordOutcome('ok');
    return selectOutputForm(
      { content: [{ type: 'text', text }], structuredContent: data, ...untrustedMeta(tool.output, data) },
      services,
    );
  } catch (error) {
    const traced = { ...services, logger: childLogger(services.logger, originFields(scope)) };
    const failure = await withSuggestions(toFailure(error, tool, traced), tool, parsed, () =>
      createToolContext(traced, scope),
    );
    recordOutcome(failure.kind);
    const content: ToolResult['content'] = [{ type: 'text', text: failure.message }];
    const structuredContent = (await inSlices(cleanData({ error: { ...failure } }, services.settings))) as JsonObject;
    return selectOutputForm({ content, structuredContent, isError: true, ...failureMeta(error) }, services);
  }
}

/** Executes a write with an audit record. Invalidates the search cache even if the write fails, as it may be applied. */
function executeWrite(
  tool: ToolDefinition,
  input: JsonObject,
  { audit, logger, searchCache }: ToolServices,
  origin: CallOrigin,
  write: () => Promise<JsonObject>,
): Promise<JsonObject> {
  return withAudit(tool, input, { audit, logger, origin }, write).finally(() => searchCache.invalidate());
}

/** Removes the form of an answer that the operator disabled (`--output`). Each form alone is complete. */
function selectOutputForm(
  result: Required<Pick<ToolResult, 'structuredContent'>> & ToolResult,
  { settings }: ToolServices,
): ToolResult {
  if (settings.output === 'structured') return { ...result, content: [] };
  if (settings.output === 'both') return result;
  const { structuredContent: _, ...text } = result;
  return text;
}

/**
 * Runs a tool without a `tools/call` request, for resources with the same content, and returns sanitized data.
 * @throws the error of the tool, for `toFailure`.
 */
export async function executeTool(tool: ToolDefinition, args: unknown, context: ToolContext): Promise<JsonObject> {
  return run(tool, parseInput(tool.input, args), context);
}

/** Runs a tool. All data of the platform is bounded, cleaned and masked here before it reaches a client. */
async function run(tool: ToolDefinition, input: JsonObject, context: ToolContext): Promise<JsonObject> {
  const { settings } = context;
  const { data, maxTextLength, omitted } = boundAnswer(await tool.run(input, context), settings.maxTokens);
  // Data that fits the budget is cleaned and fitted in less than a slice. Masking it may take longer.
  const isSmall = maxTextLength === Number.POSITIVE_INFINITY;
  const work = isSmall ? atOnce : inSlices;
  const cleaned = (await work(cleanData(data, settings, maxTextLength))) as JsonObject;
  const masked = await redactData(tool.output, await parseOutput(tool.output, cleaned), settings);
  const uncut = isSmall ? masked : (withoutCuts(masked) as JsonObject);
  return work(fitToTokenBudget(withoutHiddenRecords(tool.output, uncut, context), settings.maxTokens, omitted));
}

/** A longer list is parsed item by item. */
const MAX_PARSED_AT_ONCE = 100;

/** Drops fields that are not in the schema, because clients reject results with additional ones. */
async function parseOutput(schema: z.ZodObject, data: JsonObject): Promise<JsonObject> {
  const short: JsonObject = { ...data };
  const lists: JsonObject = {};
  for (const [name, value] of Object.entries(data)) {
    const list: unknown = schema.shape[name];
    if (!Array.isArray(value) || value.length <= MAX_PARSED_AT_ONCE || !(list instanceof z.ZodArray)) continue;
    short[name] = [];
    lists[name] = await mapInSlices(value, (item) => (list.element as z.ZodType).parse(item));
  }
  return Object.assign(schema.parse(short) as JsonObject, lists);
}

/** Creates the context of one call of a tool, resource or prompt. */
export async function createToolContext(services: ToolServices, scope: CallScope): Promise<ToolContext> {
  await loadRedaction(services.settings);
  const traceparent = traceparentOf(scope);
  const callContext: Omit<ToolContext, keyof ToolServices> & { api: Api } = {
    api: traceparent ? tracedApi(services.api, traceparent) : services.api,
    signal: scope.signal,
    progress: (done, total) => scope.notify?.(done, total),
    time: toolTimes.get(services) ?? (await createToolTime(services)),
    phone: (text) => parsePhone(text, services),
  };
  // Object spread with this many members takes thirty times as long, more than the rest of the bookkeeping of a call.
  return Object.assign({}, services, callContext);
}

const toolTimes = new WeakMap<ToolServices, ToolTime>();

/** Loads the time zone data with the first call, not at start-up. */
async function createToolTime(services: ToolServices): Promise<ToolTime> {
  const { settings, clock } = services;
  const { formatInstant, parseTime, TimeError } = await import('../../lib/time/parse.ts');
  const { parseRange } = await import('../../lib/time/range.ts');
  const displayZone = settings.timeZone ?? 'UTC';
  const parseInZone = <T>(zone: string | undefined, parse: (zone: string | undefined) => T): T => {
    if (zone !== undefined && !isTimeZone(zone)) {
      throw new ToolError(say`time_zone: ${quoted(zone)} is not an IANA time zone. Write one like America/New_York.`);
    }
    try {
      return parse(zone ?? settings.timeZone);
    } catch (error) {
      throw error instanceof TimeError ? new ToolError(error.sentence) : error;
    }
  };
  const time: ToolTime = {
    zone: displayZone,
    describe: (instant) => formatInstant(instant, displayZone),
    parse: (text, zone, options) => parseInZone(zone, (checked) => parseTime(text, checked, options)),
    range: (range, zone) => parseInZone(zone, (checked) => parseRange(range, checked, clock.now())),
  };
  toolTimes.set(services, time);
  return time;
}

async function parsePhone(text: string, { settings }: ToolServices): Promise<string> {
  const { normalizePhone } = await import('../../lib/phone.ts');
  const number = normalizePhone(text, settings.defaultCountry);
  if (number) return number;
  const hint = settings.defaultCountry ? say`` : say` Numbers without + need RCPT_DEFAULT_COUNTRY.`;
  throw new ToolError(
    say`${quoted(text)} is not a telephone number. Write it in international format, such as +12125550123.${hint}`,
  );
}
