import * as z from 'zod';
import { KINDS, SOURCES } from '../events/event.ts';
import type { Entry, EventBuffer } from '../events/event-buffer.ts';
import { quoted, say, trusted } from '../lib/text/sentence.ts';
import { pluralize } from '../lib/text/text.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import { ToolError } from './core/errors.ts';
import * as field from './core/fields.ts';
import { nowLocal, nowSentence } from './core/now.ts';
import { withContinuation } from './output/continuation.ts';
import { takeWithinBudget } from './output/token-budget.ts';
import { eventShape, mayShowEvent, presentEvent } from './presenters/event.ts';
import { makeCursor, readCursor } from './search/cursor.ts';
import type { SortKey } from './search/sort-key.ts';

const NAME = 'list_recent_events';
const DEFAULT_LIMIT = 25;

const RESTARTED =
  'This server was restarted after the cursor was issued: events in between are missing here, and some may be repeated.';
const EVICTED = 'Some events after the cursor are no longer retained.';
const NO_CONTACTS = 'This platform reports no events of contacts to this server, only of bookings and calls.';
const RESTORED =
  "The platform's database was restored from an older copy after the cursor was issued: events before it may no longer exist, and some may be repeated.";

/** Advice for the operator, and for the agent. */
function adviceWithoutSources({ offered, settings }: Pick<ToolContext, 'offered' | 'settings'>): string {
  const substitutes = ['list_calls', 'list_bookings'].filter((name) => offered.includes(name));
  return [
    `This server receives no events from ${settings.platformHost}.`,
    'The operator can enable them with --poll 30s, or with --webhooks if the platform can reach this server.',
    substitutes.length > 0 ? `Until then, ${substitutes.join(' and ')} with from show what the records say.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the sequence number to continue from, and notes on events that are missing after it. */
function resumeFrom(
  buffer: EventBuffer,
  after: SortKey | undefined,
  isBehind: boolean,
): { sequence: number | undefined; gaps: string[] } {
  if (after === undefined) return { sequence: undefined, gaps: [] };
  if (after.key !== buffer.id) return { sequence: undefined, gaps: [RESTARTED] };
  const [number, eventId] = after.id.split(' ');
  const sequence = Number(number);
  const found = eventAt(buffer, sequence);
  const isReplaced = found !== undefined && eventId !== undefined && found !== eventId;
  const isPastEnd = sequence > buffer.lastSequence() && !isBehind;
  if (isReplaced || isPastEnd) return { sequence: undefined, gaps: [RESTORED] };
  return { sequence, gaps: sequence < buffer.evictedThrough() ? [EVICTED] : [] };
}

/** Returns the id of the event with a sequence number; undefined if it is not buffered. */
const eventAt = (buffer: EventBuffer, sequence: number) =>
  buffer.after(sequence - 1).find((entry) => entry.sequence === sequence)?.event.id;

/** The position of a cursor: its event shows whether the log was replaced since. */
const positionAt = (buffer: EventBuffer, sequence: number): SortKey => ({
  key: buffer.id,
  id: [sequence, eventAt(buffer, sequence)].filter((part) => part !== undefined).join(' '),
});

export const eventTools = [
  defineTool({
    name: NAME,
    title: 'Recent events',
    description:
      'List recent events, oldest first: bookings made, changed or cancelled, calls that ended. Its cursor later returns newer events.',
    toolset: 'account',
    effect: 'read',
    scope: null,
    input: () =>
      z.strictObject({
        from: field.window().from,
        types: z
          .array(z.string().trim().min(1).max(64))
          .min(1)
          .max(20)
          .optional()
          .describe('Event types (call.completed) or kinds (call)'),
        order: field.searching().order,
        cursor: field.searching().cursor,
        per_page: field.perPage(),
      }),
    output: () =>
      z.object({
        items: z.array(eventShape()),
        has_more: z.boolean(),
        event_sources: z.array(z.enum(SOURCES)).describe('Sources of events; empty: none'),
        retained_since: z.string().optional().describe('UTC. Earlier events are not retained'),
        complete: z.boolean().describe('True: all events since from are retained'),
        note: z.string().optional(),
        cursor: z.string().optional().describe('For the next or newer events: repeat the call with it'),
        now_local: z.string(),
        time_zone: z.string(),
      }),
    summary: ({
      items,
      event_sources: sources,
      has_more: more,
      complete,
      note,
      retained_since: since,
      now_local: now,
    }) => {
      if (sources.length === 0) return `This server receives no events. ${nowSentence(now)}`;
      const missing = note ? ' Events are missing: see note.' : ` No events from before ${since} are retained.`;
      const rest = `${more ? ' Continue with cursor.' : ''}${complete ? '' : missing}`;
      return `${pluralize(items.length, 'event')}.${rest} ${nowSentence(now)}`;
    },
    async run({ cursor, per_page: limit = DEFAULT_LIMIT, ...filters }, context) {
      const { events, time, settings } = context;
      const { from } = await time.range(filters);
      const common = { event_sources: [...events.sources], now_local: nowLocal(context), time_zone: time.zone };
      if (events.sources.length === 0) {
        return { items: [], has_more: false, ...common, complete: false, note: adviceWithoutSources(context) };
      }
      const { buffer } = await events.open();
      // Types of a cursor were accepted before: their events may no longer be retained.
      if (cursor === undefined) rejectUnknownKinds(filters.types, buffer);
      const signingKey = await context.signingKey();
      const after = cursor === undefined ? undefined : readCursor(cursor, NAME, filters, signingKey).after;
      const start = resumeFrom(buffer, after, events.isBehind());
      const isLatestFirst = filters.order === 'desc';
      // Read together with the events: more arrive while the gaps are read.
      const end = isLatestFirst ? undefined : Math.max(buffer.lastSequence(), start.sequence ?? 0);
      const matches = filterOf(filters.types, from);
      const found = entriesAfter(buffer.after(0), start.sequence, isLatestFirst).filter(
        (entry) => mayShowEvent(entry.event, context) && matches(entry),
      );

      const items = takeWithinBudget(
        found.slice(0, limit).map(({ event }) => presentEvent(event, context)),
        settings.maxTokens * 0.85,
      );
      const cursorAt = (sequence: number) =>
        makeCursor({ startPage: 1, after: positionAt(buffer, sequence) }, NAME, filters, signingKey);
      const continuation = (shown: number) => {
        const hasMore = shown < found.length;
        const last = hasMore ? found[shown - 1]?.sequence : end;
        return { has_more: hasMore, ...(last === undefined ? {} : { cursor: cursorAt(last) }) };
      };
      // Webhooks of a platform may be about contacts.
      const lacksContacts =
        !events.sources.includes('webhook') && filters.types?.some((type) => /^contact\b/i.test(type));
      const notes = [...start.gaps, ...(await events.knownGaps()), ...(lacksContacts ? [NO_CONTACTS] : [])];
      const since = buffer.completeSince();
      return withContinuation(
        {
          items,
          ...common,
          retained_since: time.describe(since)?.utc ?? since,
          complete: notes.length === 0 && (from === undefined || Date.parse(from) >= Date.parse(since)),
          ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
          ...continuation(items.length),
        },
        async () => continuation,
      );
    },
  }),
];

/** Platforms choose the names of event types, which may be seen later. A plain word is a kind, unless an event has it as type. */
function rejectUnknownKinds(types: readonly string[] = [], buffer: EventBuffer): void {
  const known = new Set<string>([...KINDS, ...buffer.after(0).map(({ event }) => event.type.toLowerCase())]);
  const unknown = types.find((type) => /^[a-z]+$/i.test(type) && !known.has(type.toLowerCase()));
  if (unknown === undefined) return;
  const kinds = trusted(KINDS.join(', '));
  throw new ToolError(
    say`types: ${quoted(unknown)} is neither a kind (${kinds}) nor an event type such as call.completed.`,
  );
}

/** Returns the entries after a position, in the requested order. */
function entriesAfter(entries: Entry[], position: number | undefined, isLatestFirst: boolean): Entry[] {
  if (!isLatestFirst) return entries.filter(({ sequence }) => sequence > (position ?? 0));
  return entries.filter(({ sequence }) => sequence < (position ?? Number.POSITIVE_INFINITY)).reverse();
}

function filterOf(types: readonly string[] | undefined, from: string | undefined): (entry: Entry) => boolean {
  const requested = types?.map((type) => type.toLowerCase());
  const fromMs = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  return ({ event: { type, kind, at } }) =>
    (requested === undefined || requested.includes(type.toLowerCase()) || requested.includes(kind)) &&
    Date.parse(at) >= fromMs;
}
