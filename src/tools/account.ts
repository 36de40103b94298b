import * as z from 'zod';
import { ApiError } from '../api/index.ts';
import { label } from '../contract/index.ts';
import { SOURCES } from '../events/event.ts';
import { abortSignalOf } from '../lib/concurrency/cancellation.ts';
import { isTimeZone } from '../lib/text/locale.ts';
import { formatInstant } from '../lib/time/format.ts';
import { minuteText } from '../lib/time/minute-text.ts';
import { OpeningHoursError, parseOpeningHours } from '../lib/time/opening-hours.ts';
import { readBusiness } from './availability/shown-hours.ts';
import type { ToolContext } from './core/context.ts';
import { defineTool } from './core/define.ts';
import { INDEXED_LISTS } from './core/index-progress.ts';
import { requestFailureText } from './core/request-failure.ts';
import { ASSUMED_OPENING_HOURS } from './core/settings.ts';

/** Longest wait for the business, in milliseconds: this answer must not depend on the platform. */
const BUSINESS_TIMEOUT_MS = 2_000;

/** What the platform states about the business, and what the operator's options show instead. */
async function businessFacts(context: ToolContext) {
  const { settings, signal } = context;
  let failure: unknown = settings.unstated;
  const read = await readBusiness({
    ...context,
    signal: AbortSignal.any([abortSignalOf(signal), AbortSignal.timeout(BUSINESS_TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    if (signal.aborted || !(error instanceof ApiError || (error as Error).name === 'TimeoutError')) throw error;
    failure = error;
    return undefined;
  });
  const { name, time_zone: zone } = read?.fields ?? {};
  const hours = hoursOf(read?.fields.opening_hours ?? []);
  // What the embedded platform states is in the settings already, with its source.
  const isZoneStated = zone && isTimeZone(zone) && !settings.isTimeZoneConfigured && zone !== settings.timeZone;
  const shownZone = isZoneStated ? zone : context.time.zone;
  // Only the operator's own hours are in the operator's own zone.
  const hasOtherZone = zone && isTimeZone(zone) && zone !== shownZone && !settings.isOpeningHoursConfigured;
  const { specialDays } = await import('./availability/special-days.ts');
  const ownZone = zone && isTimeZone(zone) ? zone : shownZone;
  const special = read && specialDays(read.fields, context.clock.now(), ownZone);
  const isHoursStated = hours && !settings.isOpeningHoursConfigured && hours !== settings.openingHours;
  return {
    ...(name ? { business_name: name } : {}),
    time_zone: shownZone,
    time_zone_source: !isZoneStated ? settings.timeZoneSource : settings.timeZone ? THE_PLATFORM : ONLY_SHOWN,
    opening_hours: isHoursStated ? hours : (settings.openingHours ?? ASSUMED_OPENING_HOURS),
    opening_hours_source: isHoursStated ? THE_PLATFORM : settings.openingHoursSource,
    ...(hasOtherZone ? { opening_hours_time_zone: zone } : {}),
    ...(special ? { special_days: special } : {}),
    ...(failure instanceof ApiError ? { note: requestFailureText(failure, settings) } : {}),
    ...(settings.defaultCountry ? { default_country: settings.defaultCountry } : {}),
  };
}

/** Returns opening hours as one text; undefined if they are none, so that the platform cannot say anything else there. */
function hoursOf(lines: readonly string[]): string | undefined {
  const text = lines.join('; ');
  if (text === '' || text.length > MAX_HOURS_LENGTH) return undefined;
  try {
    parseOpeningHours(text);
    return text;
  } catch (error) {
    if (error instanceof OpeningHoursError) return undefined;
    throw error;
  }
}

const MAX_HOURS_LENGTH = 1_000;
const THE_PLATFORM = 'the platform';
const ONLY_SHOWN = `${THE_PLATFORM}; nothing is configured: other times are shown in UTC, local times need time_zone`;

const indexShape = () =>
  z
    .object({
      state: z.enum(['filling', 'complete', 'full', 'unavailable']).describe('complete: searches use it'),
      lists: z.array(
        z.object({
          name: z.enum(INDEXED_LISTS),
          indexed: z.int(),
          total: z.int().nullable(),
          complete: z.boolean(),
          refused: z.boolean().optional(),
          read_at: z.string().optional(),
        }),
      ),
    })
    .optional()
    .describe('The local copy of the platform');

export const accountTools = [
  defineTool({
    name: 'get_account_context',
    title: 'Current time and setup',
    description: 'Get the current time in the business zone, which platform this is, and which tools are switched off.',
    toolset: 'account',
    effect: 'read',
    scope: null,
    view: 'agenda',
    input: () => z.strictObject({}),
    output: () =>
      z.object({
        business_name: label().optional(),
        now_utc: z.string(),
        now_local: z.string(),
        weekday: z.string(),
        time_zone: z.string(),
        time_zone_source: z.string(),
        opening_hours: z.string(),
        opening_hours_source: z.string(),
        opening_hours_time_zone: z.string().optional().describe('If another than time_zone'),
        special_days: z.array(label()).optional().describe('Closed or with other hours, 60 days ahead'),
        default_country: z.string().optional(),
        note: z.string().optional(),
        mode: z.enum(['embedded', 'remote']).describe('embedded: the platform inside this package'),
        platform_host: z.string(),
        read_only: z.boolean(),
        toolsets: z.array(z.string()),
        tools: z.array(z.string()),
        hidden_tools: z.array(z.object({ name: z.string(), reason: z.string() })),
        event_sources: z.array(z.enum(SOURCES)).describe('Sources of list_recent_events; empty: none'),
        index: indexShape(),
        scopes_missing: z.array(z.string()).describe('Missing scopes that refusals have named'),
        version: z.string(),
      }),
    summary: (output) =>
      [`It is ${output.weekday} ${minuteText(output.now_local)} in ${output.time_zone}.`, output.note]
        .filter(Boolean)
        .join(' '),
    async run(_input, context) {
      const { settings, clock, offered, hidden, observed, events } = context;
      const { note: failure, ...business } = await businessFacts(context);
      const progress = await context.index?.();
      const note = [failure, progress?.advice].filter(Boolean).join(' ');
      const now = new Date(clock.now()).toISOString();
      const local = formatInstant(now, business.time_zone);
      return {
        ...business,
        ...(note ? { note } : {}),
        now_utc: local?.utc ?? now,
        now_local: local?.local ?? now,
        weekday: local?.weekday ?? '',
        mode: settings.mode,
        platform_host: settings.platformHost,
        read_only: settings.readOnly,
        toolsets: [...settings.toolsets],
        tools: [...offered],
        hidden_tools: [...hidden],
        event_sources: [...events.sources],
        ...(progress ? { index: progress } : {}),
        scopes_missing: [...observed.missingScopes].sort(),
        version: settings.version,
      };
    },
  }),
];
