import { MAX_PER_PAGE } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import { minuteText } from '../../lib/time/minute-text.ts';
import { createToolContext, executeTool, type ToolDefinition, type ToolServices } from '../../tools/index.ts';
import { filterSuggestions } from './match.ts';
import { formatRecordValue, isRecordValue, isShowableId } from './record-value.ts';
import { type Completer, type Completers, type CompletionKind, RECORD_TOOLS } from './types.ts';

/** Short, because the user is typing. */
const TIMEOUT_MS = 2_000;

/**
 * Of the page of records that is suggested from: more than a hundred usual records have. Long texts of others are
 * shortened, which labels are anyway, and do not keep other callers waiting.
 */
const MAX_TOKENS = 30_000;

/** A record in the answer of a list tool. */
type Item = Readonly<Record<string, unknown>>;

/** Suggestions from the records of a list tool (`RECORD_TOOLS`). */
interface Completion {
  /** The kind that suggests ids only, for URIs. */
  ids?: CompletionKind;
  /** The kind that suggests ids with labels, for arguments of prompts. */
  labels: CompletionKind;
  /** Returns a label by which a person recognises the record. What others wrote comes last. */
  label(item: Item): string;
  /** Whether the record is suggested by its label. Default: all are. */
  isSuggested?(item: Item, now: number): boolean;
  /** Arguments with which the tool lists the records that are suggested by their labels. Default: the first page of all. */
  suggested?(now: number): JsonObject;
  /** True if the tool finds words in records. */
  isSearchable: boolean;
}

const formatTime = (weekday: unknown, local: unknown): string =>
  typeof local === 'string' ? `${weekday} ${minuteText(local)}` : '';
const joinParts = (...parts: unknown[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(', ');

const COMPLETIONS: readonly Completion[] = [
  {
    ids: 'booking_id',
    labels: 'appointment',
    label: (item) => joinParts(formatTime(item.weekday, item.start_local), item.contact_name),
    // Only future appointments are moved or cancelled.
    isSuggested: (item, now) =>
      item.status !== 'cancelled' && !(Date.parse(String(item.start_local ?? item.start_time)) < now),
    suggested: (now) => ({ from: new Date(now).toISOString(), status: 'active', order: 'asc' }),
    isSearchable: true,
  },
  {
    ids: 'contact_id',
    labels: 'customer',
    label: (item) => joinParts(item.name, item.phone ?? item.email),
    isSearchable: true,
  },
  {
    ids: 'call_id',
    labels: 'call',
    label: (item) => joinParts(formatTime(item.weekday, item.started_local), item.outcome ?? item.status, item.phone),
    isSearchable: true,
  },
  { labels: 'service', label: (item) => joinParts(item.name), isSearchable: false },
];

/**
 * Returns completers for the records that these tools may list. They suggest only data that the tool shows, from one page of the
 * maximum size, and from a second one with the typed words where the platform finds them without reading the whole list.
 */
export function records(tools: readonly ToolDefinition[], services: ToolServices): Completers {
  const completers = COMPLETIONS.flatMap((completion): [CompletionKind, Completer][] => {
    const { ids, labels } = completion;
    const tool = tools.find(({ name }) => name === RECORD_TOOLS[labels]);
    if (!tool) return [];
    return [
      [labels, (typed) => suggestLabels(completion, typed, tool, services)],
      ...(ids
        ? [[ids, (typed) => suggestIds(completion, typed, tool, services)] satisfies [CompletionKind, Completer]]
        : []),
    ];
  });
  return Object.fromEntries(completers);
}

/** Reads one page, and one with the typed words. `listed` selects what both list, where the platform can. */
async function readItems(
  { isSearchable }: Completion,
  typed: string,
  listed: ((now: number) => JsonObject) | undefined,
  tool: ToolDefinition,
  services: ToolServices,
): Promise<{ items: Item[]; now: number }> {
  const context = await createToolContext(services, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  // Suggestions are not read by the model: the token budget of answers does not apply.
  const settings = { ...services.settings, maxTokens: MAX_TOKENS };
  const read = async (args: JsonObject) => {
    const { items } = await executeTool(tool, { per_page: MAX_PER_PAGE, ...args }, { ...context, settings });
    return (items as Item[]).filter(({ id }) => isShowableId(id));
  };
  const now = context.clock.now();
  const query = typed.trim();
  const finds = isSearchable && (await context.extensions.has('list_filters', context.signal));
  const args = (finds && listed?.(now)) || {};
  const [page, found] = await Promise.all([
    read(args),
    // A text in which no word can be found leaves the suggestions of the page.
    finds && query !== '' && !isRecordValue(query) ? read({ ...args, query }).catch(() => []) : [],
  ]);
  return { items: [...new Map([...page, ...found].map((item) => [item.id, item])).values()], now };
}

async function suggestIds(completion: Completion, typed: string, tool: ToolDefinition, services: ToolServices) {
  const { items } = await readItems(completion, typed, undefined, tool, services);
  return filterSuggestions(items, typed, (item) => `${item.id} ${completion.label(item)}`).map(({ id }) => String(id));
}

async function suggestLabels(completion: Completion, typed: string, tool: ToolDefinition, services: ToolServices) {
  const { label, isSuggested, suggested } = completion;
  const { items, now } = await readItems(completion, typed, suggested, tool, services);
  const all = items.filter((item) => isSuggested?.(item, now) ?? true);
  return filterSuggestions(all, typed, (item) => `${label(item)} ${item.id}`).map((item) =>
    formatRecordValue(String(item.id), label(item)),
  );
}
