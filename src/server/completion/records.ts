import { MAX_PER_PAGE } from '../../contract/index.ts';
import { minuteText } from '../../lib/time/minute-text.ts';
import {
  createToolContext,
  executeTool,
  type ToolContext,
  type ToolDefinition,
  type ToolServices,
} from '../../tools/index.ts';
import { filterSuggestions } from './match.ts';
import { formatRecordValue, isShowableId } from './record-value.ts';
import type { Completer, CompletionKind } from './types.ts';

/** Short, because the user is typing. */
const TIMEOUT_MS = 2_000;

/**
 * Of the page of records that is suggested from: more than a hundred usual records have. Long texts of others are
 * shortened, which labels are anyway, and do not keep other callers waiting.
 */
const MAX_TOKENS = 30_000;

/** A record in the answer of a list tool. */
type Item = Readonly<Record<string, unknown>>;

/** Suggestions from the records of a list tool. */
interface Completion {
  tool: string;
  /** The kind that suggests ids only, for URIs. */
  ids?: CompletionKind;
  /** The kind that suggests ids with labels, for arguments of prompts. */
  labels: CompletionKind;
  /** Returns a label by which a person recognises the record. What others wrote comes last. */
  label(item: Item): string;
  /** Whether the record is suggested by its label. Default: all are. */
  isSuggested?(item: Item, now: number): boolean;
}

const formatTime = (weekday: unknown, local: unknown): string =>
  typeof local === 'string' ? `${weekday} ${minuteText(local)}` : '';
const joinParts = (...parts: unknown[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(', ');

const COMPLETIONS: readonly Completion[] = [
  {
    tool: 'list_bookings',
    ids: 'booking_id',
    labels: 'appointment',
    label: (item) => joinParts(formatTime(item.weekday, item.start_local), item.contact_name),
    // Only future appointments are moved or cancelled.
    isSuggested: (item, now) =>
      item.status !== 'cancelled' && !(Date.parse(String(item.start_local ?? item.start_time)) < now),
  },
  {
    tool: 'list_contacts',
    ids: 'contact_id',
    labels: 'customer',
    label: (item) => joinParts(item.name, item.phone ?? item.email),
  },
  {
    tool: 'list_calls',
    ids: 'call_id',
    labels: 'call',
    label: (item) => joinParts(formatTime(item.weekday, item.started_local), item.outcome ?? item.status, item.phone),
  },
  { tool: 'list_services', labels: 'service', label: (item) => joinParts(item.name) },
];

/**
 * Returns completers for the records that these tools may list. They request one page of the maximum size, and suggest
 * only data that the tool shows.
 */
export function records(tools: readonly ToolDefinition[], services: ToolServices): [CompletionKind, Completer][] {
  return COMPLETIONS.flatMap((completion) => {
    const tool = tools.find(({ name }) => name === completion.tool);
    if (!tool) return [];
    const { ids, labels } = completion;
    const completers: [CompletionKind, Completer][] = [
      [labels, (typed) => suggestLabels(completion, typed, tool, services)],
      ...(ids
        ? [[ids, (typed) => suggestIds(completion, typed, tool, services)] satisfies [CompletionKind, Completer]]
        : []),
    ];
    return completers;
  });
}

async function readPage(
  tool: ToolDefinition,
  services: ToolServices,
): Promise<{ items: Item[]; context: ToolContext }> {
  const context = await createToolContext(services, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  // Suggestions are not read by the model: the token budget of answers does not apply.
  const settings = { ...services.settings, maxTokens: MAX_TOKENS };
  const { items } = await executeTool(tool, { per_page: MAX_PER_PAGE }, { ...context, settings });
  return { items: (items as Item[]).filter(({ id }) => isShowableId(id)), context };
}

async function suggestIds({ label }: Completion, typed: string, tool: ToolDefinition, services: ToolServices) {
  const { items } = await readPage(tool, services);
  return filterSuggestions(items, typed, (item) => `${item.id} ${label(item)}`).map(({ id }) => String(id));
}

async function suggestLabels(completion: Completion, typed: string, tool: ToolDefinition, services: ToolServices) {
  const { items, context } = await readPage(tool, services);
  const suggested = items.filter((item) => completion.isSuggested?.(item, context.clock.now()) ?? true);
  const matching = filterSuggestions(suggested, typed, (item) => `${completion.label(item)} ${item.id}`);
  return matching.map((item) => formatRecordValue(String(item.id), completion.label(item)));
}
