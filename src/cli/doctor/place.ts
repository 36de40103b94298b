import { isTimeZone } from '../../lib/places.ts';
import { toolSettings } from '../place.ts';
import { readSettings, type Settings } from '../settings.ts';
import { UsageError } from '../usage-error.ts';
import { type Finding, finding, type Looking } from './finding.ts';

/** Settings, or nothing where they are wrong, which is said elsewhere. */
export function settingsOf({ given }: Looking): Settings | undefined {
  try {
    return readSettings(given);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** Where the business is: what times and telephone numbers mean. */
export async function lookAtPlace(looking: Looking): Promise<Finding[]> {
  const settings = settingsOf(looking);
  if (!settings)
    return [finding('time_zone', 'skipped', 'Zone, country and hours: not looked at, the settings are wrong')];
  const { timeZone, timeZoneSource, defaultCountry, openingHours, openingHoursSource } = toolSettings(settings);
  const computer = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const found: Finding[] = [];
  if (timeZone === undefined) {
    const example = isTimeZone(computer) && computer !== 'UTC' ? computer : 'America/New_York';
    found.push(
      finding('time_zone', 'warning', 'No time zone: times are shown in UTC, and local times cannot be read', {
        fix: `Say where the business is, such as --time-zone ${example} (RCPT_TIME_ZONE).`,
        data: { time_zone: null, computer },
      }),
    );
  } else {
    const now = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
    const summary = `Time zone ${timeZone}, where it is ${now.format(new Date())} (from ${timeZoneSource})`;
    found.push(finding('time_zone', 'ok', summary, { data: { time_zone: timeZone, computer } }));
  }
  found.push(
    defaultCountry === undefined
      ? finding('country', 'note', 'No country: telephone numbers without + are not understood', {
          fix: 'Say which, such as --default-country US (RCPT_DEFAULT_COUNTRY).',
        })
      : finding('country', 'ok', `Country of telephone numbers: ${defaultCountry}`, {
          data: { country: defaultCountry },
        }),
    openingHours === undefined
      ? finding('opening_hours', 'note', `Opening hours: Mon-Fri 09:00-17:00, ${openingHoursSource}`, {
          fix: 'Say them, such as --opening-hours "Mon-Fri 08:00-18:00; Sat 09:00-12:00" (RCPT_OPENING_HOURS).',
        })
      : finding('opening_hours', 'ok', `Opening hours: ${openingHours}`, { data: { opening_hours: openingHours } }),
  );
  return found;
}
