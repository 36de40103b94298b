import type * as z from 'zod';
import { type Api, tracedApi } from '../../api/index.ts';
import type { CallOrigin } from '../../lib/http/request-context.ts';
import type { JsonObject } from '../../lib/json.ts';
import { isTimeZone } from '../../lib/locale.ts';
import { childLogger } from '../../lib/logger.ts';
import { failureMeta, rejectMaskedInput, untrustedMeta } from '../output/protect.ts';
import { loadRedaction, redactData } from '../output/redact.ts';
import { cleanData, renderText, type ToolResult } from '../output/render.ts';
import { fitToTokenBudget } from '../output/token-budget.ts';
import { withAudit } from './audit.ts';
import { type ConfirmationRequest, confirmation, type Elicitation, takeConfirmToken } from './confirm.ts';
import type { ToolContext, ToolServices, ToolTime } from './context.ts';
import type { ToolDefinition } from './define.ts';
import { ToolError, toFailure } from './errors.ts';
import { parseInput } from './input.ts';
import type { ToolObserver } from './observer.ts';
import { originFields, traceparentIn } from './origin.ts';
import type { ToolSettings } from './settings.ts';
import { withSuggestions } from './suggestions.ts';

/** What belongs to one call. */
export interface CallScope extends CallOrigin {
  signal: AbortSignal;
  /** Sends a progress notification; absent when the client did not ask for any. */
  notify?: ((done: number, of: number | null) => void) | undefined;
  /** How the user can be asked. Default: not at all. */
  asking?: Elicitation;
}

/**
 * The one way a tool is called: validate, confirm, run, clean and mask what others wrote, fit, render, map errors, log.
 * Never throws.
 */
export async function callTool(
  tool: ToolDefinition,
  args: unknown,
  services: ToolServices,
  scope: CallScope,
): Promise<ToolResult | ConfirmationRequest> {
  const started = performance.now();
  const ended = (outcome: Parameters<ToolObserver['called']>[1]) => {
    const ms = performance.now() - started;
    services.observer?.called(tool.name, outcome, ms / 1_000);
    services.logger.info('tool call', () => ({ tool: tool.name, outcome, ms: Math.round(ms), ...originFields(scope) }));
  };
  let parsed: JsonObject | undefined;
  try {
    const context = await contextFor(services, scope);
    if (tool.effect !== 'read') rejectMaskedInput(args, services.settings);
    // Parsed once: all that follows is given the parsed input.
    const input = parseInput(tool.input, args) as JsonObject;
    parsed = input;
    const token = takeConfirmToken(input);
    const question = await confirmation(tool, { input, token }, context, scope.asking ?? { supported: false });
    if (question) {
      ended('question');
      return question;
    }
    const answer = () => run(tool, input, context);
    const data = await (tool.effect === 'read' ? answer() : written(tool, input, context, scope, answer));
    const text = renderText(data, tool.output, tool.summary?.(data));
    ended('ok');
    return forms(
      { content: [{ type: 'text', text }], structuredContent: data, ...untrustedMeta(tool.output, data) },
      services,
    );
  } catch (error) {
    const traced = { ...services, logger: childLogger(services.logger, originFields(scope)) };
    const failure = await withSuggestions(toFailure(error, tool, traced), tool, parsed, () =>
      contextFor(traced, scope),
    );
    ended(failure.kind);
    const content: ToolResult['content'] = [{ type: 'text', text: failure.message }];
    return forms(
      { content, structuredContent: { error: { ...failure } }, isError: true, ...failureMeta(error) },
      services,
    );
  }
}

/** Makes a write with a record of it. Whatever came of it: what was read before may no longer be so. */
function written(
  tool: ToolDefinition,
  input: JsonObject,
  { audit, logger, searchCache: searches }: ToolServices,
  origin: CallOrigin,
  write: () => Promise<JsonObject>,
): Promise<JsonObject> {
  return withAudit(tool, input, { audit, logger, origin }, write).finally(() => searches.invalidate());
}

/** Leaves out the form of an answer that the operator turned off; each alone says all. */
function forms(
  result: Required<Pick<ToolResult, 'structuredContent'>> & ToolResult,
  { settings }: ToolServices,
): ToolResult {
  if (settings.output === 'structured') return { ...result, content: [] };
  if (settings.output === 'both') return result;
  const { structuredContent: _, ...text } = result;
  return text;
}

/**
 * What a tool answers, as data that may be shown, where it is no call of a client: for the resource that holds the same.
 * @throws whatever went wrong, for `toFailure`.
 */
export async function answerOf(tool: ToolDefinition, args: unknown, context: ToolContext): Promise<JsonObject> {
  return run(tool, parseInput(tool.input, args), context);
}

async function run(tool: ToolDefinition, input: JsonObject, context: ToolContext): Promise<JsonObject> {
  const output = await tool.run(input, context);
  return fitToTokenBudget(presentable(tool.output, output, context.settings), context.settings.maxTokens);
}

/** Makes data safe to show, by its schema. Nothing that the platform sent reaches a client but through here. */
export function presentable(schema: z.ZodObject, data: unknown, settings: Pick<ToolSettings, 'redact'>): JsonObject {
  // Parsing drops what the schema does not name: clients reject results with more in them.
  return redactData(schema, schema.parse(cleanData(data)) as JsonObject, settings);
}

/** What a tool, resource or prompt of this call works with. */
export async function contextFor(services: ToolServices, scope: CallScope): Promise<ToolContext> {
  await loadRedaction(services.settings);
  const traceparent = traceparentIn(scope);
  const own: Omit<ToolContext, keyof ToolServices> & { api: Api } = {
    api: traceparent ? tracedApi(services.api, traceparent) : services.api,
    signal: scope.signal,
    progress: (done, of) => scope.notify?.(done, of),
    time: times.get(services) ?? (await toolTime(services)),
    phone: (text) => phone(text, services),
  };
  // Spreading so many members into a literal takes thirty times as long, more than all the rest of a call's bookkeeping.
  return Object.assign({}, services, own);
}

/** Times as one program shows and reads them, made once. */
const times = new WeakMap<ToolServices, ToolTime>();

/** Time zones are loaded with the first call, not at start-up. */
async function toolTime(services: ToolServices): Promise<ToolTime> {
  const { settings, clock } = services;
  const { formatInstant, parseTime, TimeError } = await import('../../lib/time/parse.ts');
  const { parseRange } = await import('../../lib/time/range.ts');
  const shown = settings.timeZone ?? 'UTC';
  const reading = <T>(zone: string | undefined, read: (zone: string | undefined) => T): T => {
    if (zone !== undefined && !isTimeZone(zone)) {
      throw new ToolError(`time_zone: "${zone}" is not an IANA time zone. Write one like America/New_York.`);
    }
    try {
      return read(zone ?? settings.timeZone);
    } catch (error) {
      throw error instanceof TimeError ? new ToolError(error.message) : error;
    }
  };
  const time: ToolTime = {
    zone: shown,
    describe: (instant) => formatInstant(instant, shown),
    parse: (text, zone, options) => reading(zone, (known) => parseTime(text, known, options)),
    range: (range, zone) => reading(zone, (known) => parseRange(range, known, clock.now())),
  };
  times.set(services, time);
  return time;
}

async function phone(text: string, { settings }: ToolServices): Promise<string> {
  const { normalizePhone } = await import('../../lib/phone.ts');
  const number = normalizePhone(text, settings.defaultCountry);
  if (number) return number;
  const hint = settings.defaultCountry ? '' : ' Numbers without + need RCPT_DEFAULT_COUNTRY.';
  throw new ToolError(
    `"${text}" is not a telephone number. Write it in international format, such as +12125550123.${hint}`,
  );
}
