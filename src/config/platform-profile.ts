import type { Logger } from '../lib/logging/logger.ts';
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

/** What the platform says about the business. */
export interface StatedBusiness extends Partial<Pick<BusinessProfile, 'timeZone' | 'defaultCountry' | 'openingHours'>> {
  /** Who says it, for `get_account_context`. */
  source: string;
}

/** The same for the embedded platform, from its database. */
export const storedBusiness = (profile: BusinessProfile): StatedBusiness => ({
  ...profile,
  source: `the database of ${profile.name}`,
});

/**
 * Combines the options that describe the business with what the platform says.
 * @param stated undefined before the platform is asked, and if it says nothing.
 */
export function businessSettings(
  settings: Pick<Settings, 'timeZone' | 'defaultCountry' | 'openingHours' | 'language'>,
  stated: StatedBusiness | undefined,
): BusinessSettings {
  const { timeZone, openingHours } = settings;
  const defaultCountry = settings.defaultCountry ?? stated?.defaultCountry;
  return {
    timeZone: timeZone ?? stated?.timeZone,
    timeZoneSource: timeZone
      ? 'RCPT_TIME_ZONE or --time-zone'
      : stated?.timeZone
        ? stated.source
        : 'nothing configured: times are shown in UTC, local times need time_zone',
    isTimeZoneConfigured: timeZone !== undefined,
    defaultCountry,
    language: settings.language ?? languageOf(defaultCountry),
    openingHours: openingHours ?? stated?.openingHours ?? undefined,
    openingHoursSource: openingHours
      ? 'RCPT_OPENING_HOURS or --opening-hours'
      : stated?.openingHours
        ? stated.source
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
