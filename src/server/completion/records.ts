import { MAX_PER_PAGE } from '../../contract/index.ts';
import { cleanLine } from '../../lib/text.ts';
import {
  createToolContext,
  executeTool,
  type ToolContext,
  type ToolDefinition,
  type ToolServices,
} from '../../tools/index.ts';
import { matching } from './match.ts';
import type { Completer, CompletionKind } from './types.ts';

/** How long a suggestion may take, in milliseconds: somebody is typing. */
const DEADLINE_MS = 2_000;

/** A record of a list tool's answer. */
type Item = Readonly<Record<string, unknown>>;

/** How the records of a list tool are suggested. */
interface Source {
  tool: string;
  /** Completes to ids alone, for addresses. */
  ids?: CompletionKind;
  /** Completes to what a person recognises the record by, with its id where names are not enough. */
  words: CompletionKind;
  /** What a person recognises a record by, on one line. */
  label(item: Item): string;
  /** Suggests only some of the records in words. */
  keep?(item: Item, now: number): boolean;
  /** Whether the label stands alone. */
  named?: true;
}

const moment = (weekday: unknown, local: unknown): string =>
  typeof local === 'string' ? `${weekday} ${local.slice(0, 16).replace('T', ' ')}` : '';
const line = (...parts: unknown[]): string =>
  cleanLine(parts.filter((part) => typeof part === 'string' && part !== '').join(', '));

const SOURCES: readonly Source[] = [
  {
    tool: 'list_bookings',
    ids: 'booking_id',
    words: 'appointment',
    label: (item) => line(item.contact_name, moment(item.weekday, item.start_local)),
    // Who moves or cancels an appointment means one that is still to come.
    keep: (item, now) => item.status !== 'cancelled' && !(Date.parse(String(item.start_time)) < now),
  },
  {
    tool: 'list_contacts',
    ids: 'contact_id',
    words: 'customer',
    label: (item) => line(item.name, item.phone ?? item.email),
  },
  {
    tool: 'list_calls',
    ids: 'call_id',
    words: 'call',
    label: (item) => line(moment(item.weekday, item.started_local), item.outcome ?? item.status, item.phone),
  },
  { tool: 'list_services', words: 'service', label: (item) => line(item.name), named: true },
];

/**
 * Completers that ask the platform, for the records that these tools may list. They look at one page, the largest
 * there is, and show what the tool shows.
 */
export function records(tools: readonly ToolDefinition[], services: ToolServices): [CompletionKind, Completer][] {
  return SOURCES.flatMap((source) => {
    const tool = tools.find(({ name }) => name === source.tool);
    if (!tool) return [];
    const { ids, words } = source;
    const completers: [CompletionKind, Completer][] = [
      [words, (typed) => suggestWords(source, typed, tool, services)],
      ...(ids
        ? [[ids, (typed) => suggestIds(source, typed, tool, services)] satisfies [CompletionKind, Completer]]
        : []),
    ];
    return completers;
  });
}

async function page(tool: ToolDefinition, services: ToolServices): Promise<{ items: Item[]; context: ToolContext }> {
  const context = await createToolContext(services, { signal: AbortSignal.timeout(DEADLINE_MS) });
  // A suggestion is no answer: the budget of answers is not for it.
  const settings = { ...services.settings, maxTokens: Number.MAX_SAFE_INTEGER };
  const { items } = await executeTool(tool, { per_page: MAX_PER_PAGE }, { ...context, settings });
  return { items: (items as Item[]).filter(({ id }) => typeof id === 'string'), context };
}

async function suggestIds({ label }: Source, typed: string, tool: ToolDefinition, services: ToolServices) {
  const { items } = await page(tool, services);
  return matching(items, typed, (item) => `${item.id} ${label(item)}`).map(({ id }) => String(id));
}

async function suggestWords(source: Source, typed: string, tool: ToolDefinition, services: ToolServices) {
  const { items, context } = await page(tool, services);
  const kept = items.filter((item) => source.keep?.(item, context.clock.now()) ?? true);
  const words = (item: Item) => {
    const label = source.label(item);
    return source.named && label ? label : line(label, `(${item.id})`).replace(/, \(/, ' (');
  };
  return matching(kept.map(words), typed, (text) => text);
}
