import * as z from 'zod';
import { SOURCES } from '../events/event.ts';
import { defineTool } from './core/define.ts';
import { ASSUMED_OPENING_HOURS } from './core/settings.ts';

export const accountTools = [
  defineTool({
    name: 'get_account_context',
    title: 'Current time and setup',
    description: 'Get the current time in the business zone, which platform this is, and which tools are switched off.',
    toolset: 'account',
    effect: 'read',
    scope: null,
    input: () => z.strictObject({}),
    output: () =>
      z.object({
        now_utc: z.string(),
        now_local: z.string(),
        weekday: z.string(),
        time_zone: z.string(),
        time_zone_source: z.string(),
        opening_hours: z.string(),
        opening_hours_source: z.string(),
        default_country: z.string().optional(),
        mode: z.enum(['embedded', 'live']).describe('embedded: a demo business inside this package'),
        platform_host: z.string(),
        read_only: z.boolean(),
        toolsets: z.array(z.string()),
        tools: z.array(z.string()),
        hidden_tools: z.array(z.object({ name: z.string(), reason: z.string() })),
        event_sources: z.array(z.enum(SOURCES)).describe('Sources of list_recent_events; empty: none'),
        scopes_missing: z.array(z.string()).describe('Named by refusals since the start, as far as known'),
        version: z.string(),
      }),
    summary: (output) =>
      `It is ${output.weekday} ${output.now_local.slice(0, 16).replace('T', ' ')} in ${output.time_zone}.`,
    async run(_input, { settings, clock, time, offered, hidden, observed, events }) {
      const now = new Date(clock.now()).toISOString();
      const local = time.describe(now);
      return {
        now_utc: local?.utc ?? now,
        now_local: local?.local ?? now,
        weekday: local?.weekday ?? '',
        time_zone: time.zone,
        time_zone_source: settings.timeZoneSource,
        opening_hours: settings.openingHours ?? ASSUMED_OPENING_HOURS,
        opening_hours_source: settings.openingHoursSource,
        ...(settings.defaultCountry ? { default_country: settings.defaultCountry } : {}),
        mode: settings.mode,
        platform_host: settings.platformHost,
        read_only: settings.readOnly,
        toolsets: [...settings.toolsets],
        tools: [...offered],
        hidden_tools: [...hidden],
        event_sources: [...events.sources],
        scopes_missing: [...observed.missingScopes].sort(),
        version: settings.version,
      };
    },
  }),
];
