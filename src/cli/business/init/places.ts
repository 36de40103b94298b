import { normalizeName } from '../../../lib/search/text-search.ts';
import { offsetAt } from '../../../lib/time/offset.ts';
import { findCountry, zonesOf } from './proposals.ts';

/** Those of the receptionist. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt'];
/** A country, and a state with another time. */
const OF_TWO_PLACES = 'georgia';

/**
 * Returns the IANA name of the time zone of a place: `Europe/Berlin` of `Berlin` and `Deutschland`. Other texts stay as they are.
 * @throws Error for a country with several times
 */
export function zoneNamed(text: string): string {
  const name = normalizeName(text);
  const named = Intl.supportedValuesOf('timeZone').find((zone) =>
    [zone, cityOf(zone)].some((one) => normalizeName(one) === name),
  );
  const country = name === OF_TWO_PLACES ? undefined : countryNamed(text);
  const [zone, ...others] = country ? zonesOf(country) : [];
  if (named || !zone) return named ?? text;
  if (others.every((other) => haveSameTime(zone, other))) return zone;
  const cities = others.slice(0, 3).map(cityOf).join(', ');
  throw new Error(`"${text}" has several time zones: name one by its city, such as ${cities}`);
}

/** Returns the ISO 3166 code of a country: `DE` of `de`, `Germany` and `Deutschland`. Other texts stay as they are. */
export const countryOf = (text: string): string => countryNamed(text) ?? text.toUpperCase();

function countryNamed(text: string): string | undefined {
  const name = normalizeName(text);
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).map((style) => new Intl.DisplayNames(language, { type: 'region', style })),
  );
  return findCountry(
    (code) => code.toLowerCase() === name || names.some((of) => normalizeName(of.of(code) ?? '') === name),
  );
}

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** Compares the time of two zones in winter and in summer. */
const haveSameTime = (zone: string, other: string) =>
  [0, 6].every((month) => offsetAt(Date.UTC(2026, month), zone) === offsetAt(Date.UTC(2026, month), other));
