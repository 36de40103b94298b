import { userInfo } from 'node:os';
import countryToCurrency from 'country-to-currency';
import { isCountryCode, isCurrencyCode } from '../../../lib/text/locale.ts';
import { computerZone } from '../../../lib/time/computer-zone.ts';

/** The machine's zone; UTC if it is unknown, such as with an empty TZ. */
export const proposeTimeZone = (): string => computerZone() ?? 'UTC';

/** False for UTC and for zones of no country, such as `Etc/GMT+2`: a computer in them, such as a server, says nothing about the business. */
export const isZoneOfPlace = (zone: string): boolean => zone.includes('/') && !zone.startsWith('Etc/');

const computerLocale = () => Intl.DateTimeFormat().resolvedOptions().locale;
const regionOf = (locale: string) => new Intl.Locale(locale).maximize().region ?? 'US';

/** The country of the user's locale if the zone is used there, or else the first country of the zone. */
export const proposeCountry = (timeZone: string, locale = computerLocale()): string =>
  countryOfZone(timeZone, locale) ?? regionOf(locale);

/** Like `proposeCountry`; undefined for a zone that no country uses, such as UTC. */
export function countryOfZone(timeZone: string, locale = computerLocale()): string | undefined {
  const region = regionOf(locale);
  const countries = countriesOf(timeZone);
  return countries.includes(region) ? region : countries[0];
}

/** The currency of a country; USD for a country without one of its own. */
export function proposeCurrency(country: string): string {
  const currency = (countryToCurrency as Readonly<Record<string, string>>)[country];
  return currency !== undefined && isCurrencyCode(currency) ? currency : 'USD';
}

/** A name for the first person, from the user's name on this machine. */
export function proposePerson(): string {
  try {
    const name = userInfo()
      .username.replace(/[._-]+/g, ' ')
      .trim();
    return name === '' || name === 'root'
      ? 'Dr. Dana Lee'
      : name.replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
  } catch {
    // The user of a container can be without an entry.
    return 'Dr. Dana Lee';
  }
}

/** Newer versions of Node have the method, older ones the property. */
type WithTimeZones = Intl.Locale & { getTimeZones?(): string[] | undefined; timeZones?: string[] };

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** False for codes of former countries, such as DD, which CLDR replaces. */
const isInUse = (code: string) => isCountryCode(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;

export const findCountry = (isMeant: (code: string) => boolean) => CODES.find((code) => isMeant(code) && isInUse(code));

/** The time zones of a country. */
export function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale('und', { region: country }) as WithTimeZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

function countriesOf(timeZone: string): string[] {
  const canonical = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  return CODES.filter((code) => zonesOf(code).includes(canonical) && isInUse(code));
}
