import type { Logger } from '../lib/logger.ts';
import { OPENING_HOURS, TEAM } from '../platform/demo/business.ts';
import type { ToolSettings } from '../tools/core/settings.ts';
import type { Settings } from './config/settings.ts';
import { VERSION } from './version.ts';

/** What is known of a platform before anything is asked of it. */
interface Place {
  mode: ToolSettings['mode'];
  platformHost: string;
  timeZone?: string;
  timeZoneSource: string;
  defaultCountry?: string;
  openingHours?: string;
  openingHoursSource: string;
}

const DEMO: Place = {
  mode: 'embedded',
  platformHost: 'embedded',
  timeZone: TEAM.time_zone,
  timeZoneSource: 'the demo business',
  defaultCountry: TEAM.default_country,
  openingHours: OPENING_HOURS,
  openingHoursSource: 'the demo business',
};

const live = (baseUrl: URL): Place => ({
  mode: 'live',
  platformHost: baseUrl.host,
  timeZoneSource: 'nothing configured: times are shown in UTC, local times need time_zone',
  openingHoursSource: 'assumed: nothing configured',
});

/** The settings as the tools see them: what the operator said, else what is known of the platform. */
export function toolSettings(settings: Settings): ToolSettings {
  const place = settings.live ? live(settings.live.baseUrl) : DEMO;
  return {
    version: VERSION,
    mode: place.mode,
    platformHost: place.platformHost,
    timeZone: settings.timeZone ?? place.timeZone,
    timeZoneSource: settings.timeZone ? 'RCPT_TIME_ZONE or --time-zone' : place.timeZoneSource,
    defaultCountry: settings.defaultCountry ?? place.defaultCountry,
    openingHours: settings.openingHours ?? place.openingHours,
    openingHoursSource: settings.openingHours ? 'RCPT_OPENING_HOURS or --opening-hours' : place.openingHoursSource,
    redact: settings.redact,
    confirm: settings.confirm,
    maxTokens: settings.maxTokens,
    output: settings.output,
    toolsets: settings.toolsets,
    readOnly: settings.readOnly,
    teamId: settings.teamId,
  };
}

/** Tells the operator at the start what the settings bring with them. */
export function announce({ live, confirm }: Settings, logger: Logger): void {
  if (live?.warning) logger.warn(live.warning);
  if (confirm === 'never') logger.info('calls that cancel or delete are carried out unconfirmed: --confirm never');
}
