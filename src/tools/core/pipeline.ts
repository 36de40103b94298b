import { apiDuringCall, tracedApi } from '../../api/index.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import { inSlices } from '../../lib/concurrency/slices.ts';
import type { CallOrigin } from '../../lib/http/request-context.ts';
import type { JsonObject } from '../../lib/json.ts';
import { childLogger } from '../../lib/logging/logger.ts';
import { quoted, say, trusted } from '../../lib/text/sentence.ts';
import { hiddenSentence } from '../output/hidden-records.ts';
import { failureMeta, rejectMaskedInput, untrustedMeta } from '../output/protect.ts';
import { hasRedaction, loadRedaction } from '../output/redact.ts';
import { cleanData, renderText, type ToolResult } from '../output/render.ts';
import { sanitizeAnswer } from '../output/sanitize.ts';
import type { VoiceCaller } from '../voice/caller/caller.ts';
import type { FailedCall } from '../voice/core/failure.ts';
import { formOf, type QuestionForm, questionResult } from './ask.ts';
import { withAudit } from './audit.ts';
import { checkConsent, type Elicitation, takeConfirmToken } from './confirm.ts';
import type { ToolContext, ToolServices } from './context.ts';
import type { ToolDefinition } from './define.ts';
import { ToolError, type ToolFailure, toFailure } from './errors.ts';
import { parseInput, rejectDeepInput } from './input.ts';
import type { ToolObserver } from './observer.ts';
import { originFields, traceparentOf } from './origin.ts';
import { type PendingQuestion, QuestionError } from './question.ts';
import type { BusinessSettings, ToolSettings } from './settings.ts';
import { withSuggestions } from './suggestions.ts';
import { toolTime } from './tool-time.ts';

/** Origin, cancellation, progress and elicitation of one call. */
export interface CallScope extends CallOrigin {
  signal: CancelSignal;
  /** Sends a progress notification. Absent if the client did not request them. */
  notify?: ((done: number, total: number | null) => void) | undefined;
  /** Default: elicitation is not supported. */
  elicitation?: Elicitation;
  /** The person on the telephone, in the voice profile. */
  voice?: VoiceCaller | undefined;
  /** True if the client draws views: results of tools that have one get its data (`views/view-data.ts`) in `_meta`. */
  views?: boolean | undefined;
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
): Promise<ToolResult | QuestionForm> {
  const startedAt = performance.now();
  const recordOutcome = (outcome: Parameters<ToolObserver['recordCall']>[1]) => {
    const ms = performance.now() - startedAt;
    services.observer?.recordCall(tool.name, outcome, ms / 1_000);
    services.logger.info('tool call', () => ({ tool: tool.name, outcome, ms: Math.round(ms), ...originFields(scope) }));
  };
  /** The call that can be refused by the platform: its parsed input, and its context. */
  let sent: { input: JsonObject; context: ToolContext } | undefined;
  try {
    const context = await createToolContext(services, scope);
    if (scope.views && tool.view) context.view = {};
    rejectDeepInput(args);
    if (tool.effect !== 'read') rejectMaskedInput(args, services.settings);
    // Parsed once: everything below uses the parsed input.
    const input = await parseInput(tool, args);
    sent = { input, context };
    const token = takeConfirmToken(input);
    const elicitation = scope.elicitation ?? { supported: false };
    const consent = await checkConsent(tool, { input, token }, context, elicitation);
    const ask = async (question: PendingQuestion): Promise<ToolResult | QuestionForm> => {
      const asked = elicitation.supported
        ? await formOf(question, consent, context)
        : selectOutputForm(await questionResult(question, consent, context, scope.views === true), services);
      recordOutcome('question');
      return asked;
    };
    if (consent.pending) return await ask(consent.pending);
    const execute = () => run(tool, consent.input, context);
    const isRead = tool.effect === 'read' || tool.isDryRun?.(input) === true;
    const data = await (isRead ? execute() : executeWrite(tool, input, context, scope, execute)).catch(
      (error: unknown) => {
        // A question that was answered, or that its tool does not announce, is a defect of the tool.
        if (!(error instanceof QuestionError) || !tool.asks || consent.input[error.argument] === true) throw error;
        return error;
      },
    );
    if (data instanceof QuestionError) return await ask(data);
    if (tool.spoken) {
      recordOutcome('ok');
      return (await import('../voice/index.ts')).spokenResult(data);
    }
    const summary = [tool.summary?.(data), hiddenSentence(data)].filter(Boolean).join(' ');
    const text = renderText(data, tool.output, summary);
    const view = context.view && (await viewMeta(tool, data, context));
    recordOutcome('ok');
    const { _meta: labels } = untrustedMeta(tool.output, data);
    const answer: StructuredResult = { content: [{ type: 'text', text }], structuredContent: data };
    if (labels || view) answer._meta = view ? { ...labels, ...view } : (labels as JsonObject);
    return selectOutputForm(answer, services);
  } catch (error) {
    const traced = { ...services, logger: childLogger(services.logger, originFields(scope)) };
    const failure = await withSuggestions(toFailure(error, tool, traced), tool, sent, traced.logger);
    recordOutcome(failure.kind);
    if (tool.spoken)
      return speakFailure(failure, services, { tool, args, error, context: () => createToolContext(traced, scope) });
    const content: ToolResult['content'] = [{ type: 'text', text: failure.message }];
    const structuredContent = (await inSlices(cleanData({ error: { ...failure } }, services.settings))) as JsonObject;
    return selectOutputForm({ content, structuredContent, isError: true, ...failureMeta(error) }, services);
  }
}

/** Returns the view's member of `_meta`. Its builder is loaded with the first call that a view is drawn for. */
async function viewMeta(tool: ToolDefinition, data: JsonObject, context: ToolContext): Promise<JsonObject> {
  const { viewData, VIEW_META } = await import('../views/index.ts');
  return { [VIEW_META]: await viewData(tool, data, context) };
}

/** Returns the result of a failed call in the voice profile. */
async function speakFailure(failure: ToolFailure, services: ToolServices, call?: FailedCall): Promise<ToolResult> {
  const { failedSpeech } = await import('../voice/index.ts');
  return failedSpeech(failure, await currentSettings(services), call);
}

/** Returns the result of a call in the voice profile that reached no tool: its name or arguments are unknown. */
export async function refuseSpoken(
  kind: 'invalid_input' | 'forbidden' | 'internal_error',
  services: ToolServices,
): Promise<ToolResult> {
  const failure: ToolFailure = { kind, message: '', retryable: false, changed: 'no' };
  return speakFailure(failure, services);
}

/** Executes a write with an audit record. Invalidates the search cache even if the write fails, as it may be applied. */
function executeWrite(
  tool: ToolDefinition,
  input: JsonObject,
  { audit, audited, logger, searchCache }: ToolContext,
  origin: CallOrigin,
  write: () => Promise<JsonObject>,
): Promise<JsonObject> {
  return withAudit(tool, input, { audit, audited, logger, origin }, write).finally(() => searchCache.invalidate());
}

type StructuredResult = ToolResult & Required<Pick<ToolResult, 'structuredContent'>>;

/** Removes the form of an answer that the operator disabled (`--output`). Each form alone is complete. */
function selectOutputForm(result: StructuredResult, { settings }: ToolServices): ToolResult {
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
  return run(tool, await parseInput(tool, args), context);
}

/** Runs a tool. All data of the platform is bounded, cleaned and masked here before it reaches a client. */
async function run(tool: ToolDefinition, input: JsonObject, context: ToolContext): Promise<JsonObject> {
  return sanitizeAnswer(tool.output, await tool.run(input, context), context, tool);
}

/** Creates the context of one call of a tool, resource or prompt. */
export async function createToolContext(services: ToolServices, scope: CallScope): Promise<ToolContext> {
  if (!hasRedaction(services.settings)) await loadRedaction(services.settings);
  const settings = services.businessSettings ? await currentSettings(services) : services.settings;
  const traceparent = traceparentOf(scope);
  const api = traceparent ? tracedApi(services.api, traceparent) : services.api;
  const { extensions, businessSettings, clock, logger, callCache, searchCache, events, callInProgress, index } =
    services;
  const { idempotency, signingKey, reserveSecretFile, observer, audit, observed, offered, hidden, voiceMemory } =
    services;
  // Each member is named: copying an object with so many takes longer than the rest of the bookkeeping of a call.
  const context: Record<keyof ToolContext, unknown> & ToolContext = {
    api: scope.voice?.callId ? apiDuringCall(api, extensions, scope.voice.callId) : api,
    extensions,
    settings,
    businessSettings,
    clock,
    logger,
    callCache,
    searchCache,
    events,
    callInProgress,
    index,
    idempotency,
    signingKey,
    reserveSecretFile,
    observer,
    audit,
    observed,
    offered,
    hidden,
    voiceMemory,
    time: toolTime(settings, clock),
    phone: (text) => parsePhone(text, settings),
    signal: scope.signal,
    voice: scope.voice,
    reads: {},
    view: undefined,
    audited: { repeated: false },
    progress: (done, total) => scope.notify?.(done, total),
  };
  return context;
}

/** The last combination for each services: the same object until the business changes. */
const combined = new WeakMap<ToolServices, { business: BusinessSettings; settings: ToolSettings }>();

/** Combines the settings with what the platform's database says about the business. */
export async function currentSettings(services: ToolServices): Promise<ToolSettings> {
  const business = await services.businessSettings?.();
  if (!business) return services.settings;
  const known = combined.get(services);
  if (known?.business === business) return known.settings;
  const { voice } = services.settings;
  const spoken = voice ? { voice: { ...voice, language: business.language ?? voice.language } } : {};
  const settings = { ...services.settings, ...business, ...spoken };
  combined.set(services, { business, settings });
  return settings;
}

async function parsePhone(text: string, settings: ToolSettings): Promise<string> {
  const [{ normalizePhone, numberProblem }, { isFiller }] = await Promise.all([
    import('../../lib/phone/phone.ts'),
    import('../../lib/phone/telephone-address.ts'),
  ]);
  const { defaultCountry: country } = settings;
  const number = normalizePhone(text, country);
  if (number && !isFiller(number)) return number;
  if (country === undefined && settings.unstated) throw settings.unstated;
  throw new ToolError(say`${quoted(text)} ${trusted(numberProblem(text, country))}`);
}
