import { isTimeZone } from '../../lib/locale.ts';
import type { BusinessProfile } from '../../platform/index.ts';
import { readDatabase } from '../config/platform.ts';
import { businessSettings } from '../config/platform-profile.ts';
import { readSettings, type Settings } from '../config/settings.ts';
import { UsageError } from '../runtime/usage-error.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';

/** Returns the settings; undefined if they are invalid, which the section on settings reports. */
export function settingsOf({ options, invalid }: CheckContext): Settings | undefined {
  if (Object.keys(invalid).length > 0) return undefined;
  try {
    return readSettings(options);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** What the embedded platform's database says, or what the first start will put into it. */
async function knownBusiness({ options }: CheckContext): Promise<BusinessProfile | undefined> {
  const { inspectBusiness } = await import('../../platform/store/inspect-business.ts');
  // Why a database cannot be read is reported where the database is checked.
  const stored = await inspectBusiness(readDatabase(options)).catch(() => undefined);
  if (stored || !options.demo) return stored;
  const { DEMO_FILE, TEAM } = await import('../../platform/demo/business.ts');
  const { name, time_zone: timeZone, default_country: defaultCountry } = TEAM;
  return { name, timeZone, defaultCountry, openingHours: DEMO_FILE.opening_hours.join('; '), isDemo: true };
}

/** Checks time zone, country and opening hours, by which times and telephone numbers are interpreted. */
export async function checkLocale(context: CheckContext): Promise<CheckResult[]> {
  const settings = settingsOf(context);
  if (!settings)
    return [result('time_zone', 'skipped', 'Zone, country and hours: not checked, because the settings are invalid')];
  const { timeZone, timeZoneSource, defaultCountry, openingHours, openingHoursSource } = businessSettings(
    settings,
    settings.live ? undefined : await knownBusiness(context),
  );
  const computer = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const found: CheckResult[] = [];
  if (timeZone === undefined) {
    const example = isTimeZone(computer) && computer !== 'UTC' ? computer : 'America/New_York';
    found.push(
      result('time_zone', 'warning', 'No time zone: times are shown in UTC, and local times cannot be interpreted', {
        fix: `Set the zone of the business, such as --time-zone ${example} (RCPT_TIME_ZONE).`,
        data: { time_zone: null, computer },
      }),
    );
  } else {
    const now = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
    const summary = `Time zone ${timeZone}, where it is ${now.format(new Date())} (from ${timeZoneSource})`;
    found.push(result('time_zone', 'ok', summary, { data: { time_zone: timeZone, computer } }));
  }
  found.push(
    defaultCountry === undefined
      ? result('country', 'note', 'No country: telephone numbers without + cannot be interpreted', {
          fix: 'Set it, such as --default-country US (RCPT_DEFAULT_COUNTRY).',
        })
      : result('country', 'ok', `Country of telephone numbers: ${defaultCountry}`, {
          data: { country: defaultCountry },
        }),
    openingHours === undefined
      ? result('opening_hours', 'note', `Opening hours: Mon-Fri 09:00-17:00, ${openingHoursSource}`, {
          fix: 'Set them, such as --opening-hours "Mon-Fri 08:00-18:00; Sat 09:00-12:00" (RCPT_OPENING_HOURS).',
        })
      : result('opening_hours', 'ok', `Opening hours: ${openingHours}`, { data: { opening_hours: openingHours } }),
  );
  return found;
}
