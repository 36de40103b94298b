import * as z from 'zod';
import { SOURCES } from '../events/event.ts';
import type { Entry, EventBuffer } from '../events/event-buffer.ts';
import { pluralize } from '../lib/text.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import * as field from './core/fields.ts';
import { takeWithinBudget } from './output/token-budget.ts';
import { eventShape, presentEvent } from './presenters/event.ts';
import { makeCursor, readCursor } from './search/cursor.ts';
import type { SortKey } from './search/sort-key.ts';

const NAME = 'list_recent_events';
const DEFAULT_LIMIT = 25;

const RESTARTED =
  'This server was started again since the cursor was given: what happened between is missing here, and some may be repeated.';
const FORGOTTEN = 'Some of what followed the cursor is no longer kept.';

/** What the operator can do, and the agent instead. */
function nothingOn({ offered, settings }: Pick<ToolContext, 'offered' | 'settings'>): string {
  const instead = ['list_calls', 'list_bookings'].filter((name) => offered.includes(name));
  return [
    `Nothing tells this server what happens on ${settings.platformHost}.`,
    'The operator can turn that on with --poll 30s, or with --webhooks where the platform can reach it.',
    instead.length > 0 ? `Meanwhile ${instead.join(' and ')} with from show what the records say.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Where reading goes on, and what is missing from there. */
function startOf(journal: EventBuffer, given: SortKey | undefined): { sequence: number | undefined; lost: string[] } {
  if (given === undefined) return { sequence: undefined, lost: [] };
  const { key, id: sequence } = given;
  if (key !== journal.id) return { sequence: undefined, lost: [RESTARTED] };
  return { sequence: Number(sequence), lost: Number(sequence) < journal.evictedThrough() ? [FORGOTTEN] : [] };
}

export const eventTools = [
  defineTool({
    name: NAME,
    title: 'Recent events',
    description:
      'Tell what happened lately: bookings made, changed or cancelled, calls that ended, oldest first. Its cursor goes on later.',
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
        event_sources: z.array(z.enum(SOURCES)).describe('What tells of events here; empty: nothing does'),
        retained_since: z.string().optional().describe('UTC. Events before are not kept'),
        complete: z.boolean().describe('Whether all that arrived since from is kept'),
        note: z.string().optional(),
        cursor: z.string().optional().describe('Goes on, also later: repeat the call with it'),
        time_zone: z.string(),
      }),
    summary: ({ items, event_sources: sources, has_more: more, complete, note, retained_since: kept }) => {
      if (sources.length === 0) return 'Events do not come in here.';
      const missing = note ? ' Something is missing: see note.' : ` Nothing from before ${kept} is kept here.`;
      return `${pluralize(items.length, 'event')}.${more ? ' Go on with cursor.' : ''}${complete ? '' : missing}`;
    },
    async run({ cursor, per_page: limit = DEFAULT_LIMIT, ...filters }, context) {
      const { events, time, offered, settings } = context;
      const { from } = time.range(filters);
      const beside = { event_sources: [...events.sources], time_zone: time.zone };
      if (events.sources.length === 0) {
        return { items: [], has_more: false, ...beside, complete: false, note: nothingOn(context) };
      }
      const { buffer: journal } = await events.open();
      const signing = await context.signingKey();
      const given = cursor === undefined ? undefined : readCursor(cursor, NAME, filters, signing).after;
      const start = startOf(journal, given);
      const latestFirst = filters.order === 'desc';
      const passes = filterOf(filters.types, from);
      const found = following(journal.after(0), start.sequence, latestFirst).filter(passes);

      const items = takeWithinBudget(
        found.slice(0, limit).map(({ event }) => presentEvent(event, time, offered)),
        settings.maxTokens * 0.85,
      );
      const more = items.length < found.length;
      const last = more
        ? found[items.length - 1]?.sequence
        : latestFirst
          ? undefined
          : Math.max(journal.lastSequence(), start.sequence ?? 0);
      const notes = [...start.lost, ...(await events.knownGaps())];
      const kept = journal.completeSince();
      return {
        items,
        has_more: more,
        ...beside,
        retained_since: time.describe(kept)?.utc ?? kept,
        complete: notes.length === 0 && (from === undefined || Date.parse(from) >= Date.parse(kept)),
        ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
        ...(last === undefined
          ? {}
          : { cursor: makeCursor({ page: 1, after: { key: journal.id, id: String(last) } }, NAME, filters, signing) }),
      };
    },
  }),
];

/** The entries that follow a place, in the order asked for. */
function following(entries: Entry[], place: number | undefined, latestFirst: boolean): Entry[] {
  if (!latestFirst) return entries.filter(({ sequence }) => sequence > (place ?? 0));
  return entries.filter(({ sequence }) => sequence < (place ?? Number.POSITIVE_INFINITY)).reverse();
}

function filterOf(types: readonly string[] | undefined, from: string | undefined): (entry: Entry) => boolean {
  const wanted = types?.map((type) => type.toLowerCase());
  const begin = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  return ({ event: { type, kind, at } }) =>
    (wanted === undefined || wanted.includes(type.toLowerCase()) || wanted.includes(kind)) && Date.parse(at) >= begin;
}
