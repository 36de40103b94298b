import { readDatabase } from '../../config/platform.ts';
import { businessSettings, storedBusiness } from '../../config/platform-profile.ts';
import { zoneConflict } from '../../config/zone-conflict.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { computerZone } from '../../lib/time/computer-zone.ts';
import type { BusinessProfile } from '../../platform/index.ts';
import { type CheckContext, type CheckResult, result } from './check.ts';
import { settingsOf } from './settings-of.ts';

/**
 * What the embedded platform's database says, or what the first start will put into it. `unreadable` if the database cannot
 * be read, for the reason that the section of the platform reports.
 */
async function knownBusiness({ options }: CheckContext): Promise<BusinessProfile | 'unreadable' | undefined> {
  const { inspectBusiness } = await import('../../platform/store/inspect/inspect-business.ts');
  const database = readDatabase(options);
  const stored = await inspectBusiness(database).catch(() => 'unreadable' as const);
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
  const business = settings.remote ? undefined : await knownBusiness(context);
  const remote = settings.remote && (await (await import('../runtime/ask-business.ts')).askBusiness(settings.remote));
  if (business === 'unreadable') {
    return [
      result('time_zone', 'skipped', 'Zone, country and hours: not checked, because the database cannot be read'),
    ];
  }
  const { timeZone, timeZoneSource, defaultCountry, openingHours } = businessSettings(
    settings,
    business ? storedBusiness(business) : remote,
  );
  const computer = computerZone();
  const found: CheckResult[] = [];
  if (timeZone === undefined) {
    const example = computer !== undefined && computer !== 'UTC' ? computer : 'America/New_York';
    found.push(
      result('time_zone', 'warning', 'No time zone: times are shown in UTC, and local times cannot be interpreted', {
        fix: `Set the zone of the business, such as --time-zone ${example} (RCPT_TIME_ZONE).`,
        data: { time_zone: null, computer },
      }),
    );
  } else {
    const stated =
      business ?? (remote?.timeZone && { name: 'the business of the platform', timeZone: remote.timeZone });
    const conflict = stated ? zoneConflict(settings.timeZone, stated, systemClock.now()) : undefined;
    const now = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' });
    const summary = `Time zone ${timeZone}, where it is ${now.format(new Date())} (from ${business?.isDemo && settings.timeZone === undefined ? 'the demo business' : timeZoneSource})`;
    const data = { time_zone: timeZone, computer };
    const fix = 'Remove --time-zone (RCPT_TIME_ZONE): the time zone of the business is known without it.';
    found.push(
      conflict ? result('time_zone', 'warning', conflict, { fix, data }) : result('time_zone', 'ok', summary, { data }),
    );
  }
  found.push(
    defaultCountry === undefined
      ? result('country', 'note', 'No country: telephone numbers without + cannot be interpreted', {
          fix: 'Set it, such as --default-country US (RCPT_DEFAULT_COUNTRY).',
        })
      : result('country', 'ok', `Country of telephone numbers: ${defaultCountry}`, {
          data: { country: defaultCountry },
        }),
    openingHours === undefined && remote
      ? result('opening_hours', 'ok', 'Opening hours: the platform keeps to its own')
      : openingHours === undefined
        ? result('opening_hours', 'note', 'No opening hours: free times are computed for Mon-Fri 09:00-17:00', {
            fix: 'Set them, such as --opening-hours "Mon-Fri 08:00-18:00; Sat 09:00-12:00" (RCPT_OPENING_HOURS).',
          })
        : result('opening_hours', 'ok', `Opening hours: ${openingHours}`, { data: { opening_hours: openingHours } }),
  );
  return found;
}
