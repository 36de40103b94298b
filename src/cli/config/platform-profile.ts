import type { Logger } from '../../lib/logger.ts';
import { OPENING_HOURS, TEAM } from '../../platform/demo/business.ts';
import type { ToolSettings } from '../../tools/core/settings.ts';
import { VERSION } from '../runtime/version.ts';
import type { Settings } from './settings.ts';

/** The defaults of a platform, known before the first request. */
interface PlatformProfile {
  mode: ToolSettings['mode'];
  platformHost: string;
  timeZone?: string;
  timeZoneSource: string;
  defaultCountry?: string;
  openingHours?: string;
  openingHoursSource: string;
}

const DEMO: PlatformProfile = {
  mode: 'embedded',
  platformHost: 'embedded',
  timeZone: TEAM.time_zone,
  timeZoneSource: 'the demo business',
  defaultCountry: TEAM.default_country,
  openingHours: OPENING_HOURS,
  openingHoursSource: 'the demo business',
};

const live = (baseUrl: URL): PlatformProfile => ({
  mode: 'live',
  platformHost: baseUrl.host,
  timeZoneSource: 'nothing configured: times are shown in UTC, local times need time_zone',
  openingHoursSource: 'assumed: nothing configured',
});

/** Combines the operator's settings of the tools with the platform's profile for settings that are not configured. */
export function toolSettings(settings: Settings): ToolSettings {
  const profile = settings.live ? live(settings.live.baseUrl) : DEMO;
  return {
    version: VERSION,
    mode: profile.mode,
    platformHost: profile.platformHost,
    timeZone: settings.timeZone ?? profile.timeZone,
    timeZoneSource: settings.timeZone ? 'RCPT_TIME_ZONE or --time-zone' : profile.timeZoneSource,
    defaultCountry: settings.defaultCountry ?? profile.defaultCountry,
    openingHours: settings.openingHours ?? profile.openingHours,
    openingHoursSource: settings.openingHours ? 'RCPT_OPENING_HOURS or --opening-hours' : profile.openingHoursSource,
    redact: settings.redact,
    confirm: settings.confirm,
    maxTokens: settings.maxTokens,
    output: settings.output,
    toolsets: settings.toolsets,
    readOnly: settings.readOnly,
    teamId: settings.teamId,
  };
}

/** Logs consequences of the settings that the operator may not expect. */
export function logStartupWarnings({ live, confirm }: Settings, logger: Logger): void {
  if (live?.warning) logger.warn(live.warning);
  if (confirm === 'never') logger.info('calls that cancel or delete run without confirmation: --confirm never');
}
