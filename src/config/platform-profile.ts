import type { Logger } from '../lib/logger.ts';
import type { BusinessProfile } from '../platform/index.ts';
import type { BusinessSettings, ToolSettings } from '../tools/core/settings.ts';
import { publicWarning } from './auth.ts';
import type { Settings } from './settings.ts';
import { VERSION } from './version.ts';

/** Combines the operator's settings of the tools with what is known before the first request. */
export function toolSettings(settings: Settings): ToolSettings {
  return {
    version: VERSION,
    mode: settings.remote ? 'remote' : 'embedded',
    platformHost: settings.remote?.baseUrl.host ?? 'embedded',
    ...businessSettings(settings, undefined),
    redact: settings.redact,
    confirm: settings.confirm,
    maxTokens: settings.maxTokens,
    output: settings.output,
    toolsets: settings.toolsets,
    readOnly: settings.readOnly,
    teamId: settings.teamId,
    channel: settings.events.channel,
  };
}

/**
 * Combines the options that describe the business with what the embedded platform's database says.
 * @param profile undefined before the database is open, and for a remote platform.
 */
export function businessSettings(
  settings: Pick<Settings, 'timeZone' | 'defaultCountry' | 'openingHours' | 'language'>,
  profile: BusinessProfile | undefined,
): BusinessSettings {
  const { timeZone, openingHours } = settings;
  const defaultCountry = settings.defaultCountry ?? profile?.defaultCountry;
  const source = `the database of ${profile?.name}`;
  return {
    timeZone: timeZone ?? profile?.timeZone,
    timeZoneSource: timeZone
      ? 'RCPT_TIME_ZONE or --time-zone'
      : profile
        ? source
        : 'nothing configured: times are shown in UTC, local times need time_zone',
    isTimeZoneConfigured: timeZone !== undefined,
    defaultCountry,
    language: settings.language ?? languageOf(defaultCountry),
    openingHours: openingHours ?? profile?.openingHours ?? undefined,
    openingHoursSource: openingHours
      ? 'RCPT_OPENING_HOURS or --opening-hours'
      : profile?.openingHours
        ? source
        : 'assumed: nothing configured',
    isOpeningHoursConfigured: openingHours !== undefined,
  };
}

/** Returns the language that most people of a country speak, with the country (CLDR, likely subtags); `en` without one. */
function languageOf(country: string | undefined): string {
  if (country === undefined) return 'en';
  const { language, region } = new Intl.Locale(`und-${country}`).maximize();
  return `${language}-${region}`;
}

/** Logs consequences of the settings that the operator may not expect. */
export function logStartupWarnings({ remote, confirm, auth }: Settings, logger: Logger): void {
  if (remote?.warning) logger.warn(remote.warning);
  const exposed = publicWarning(auth);
  if (exposed) logger.warn(exposed);
  if (confirm === 'never') logger.info('calls that cancel or delete run without confirmation: --confirm never');
}
