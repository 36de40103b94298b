import type { OptionValues } from '../../config/options/index.ts';
import { isCountryCode, isTimeZone } from '../../lib/locale.ts';
import { countryOfZone } from '../business/init/proposals.ts';
import type { Prompter } from '../runtime/prompter.ts';
import type { Entry } from './format.ts';

/** Options that say where the business is. */
export type LocaleValues = Partial<Record<'time-zone' | 'default-country', string>>;

export interface LocaleProposal {
  /** Values of the options that the user has not given. */
  values: LocaleValues;
  /** Where they come from. */
  source: 'entry' | 'computer';
}

/**
 * Proposes the zone and country of the business, which a remote platform does not say: those of the client's entry, or
 * else of this computer. A computer whose clock is in UTC, such as a server, says nothing about the business.
 */
export function proposeLocale(options: OptionValues, entry: Entry | undefined): LocaleProposal {
  const { RCPT_TIME_ZONE: oldZone, RCPT_DEFAULT_COUNTRY: oldCountry } = entry?.env ?? {};
  const computer = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const ownZone = typeof oldZone === 'string' && isTimeZone(oldZone) ? oldZone : undefined;
  const ownCountry = typeof oldCountry === 'string' && isCountryCode(oldCountry) ? oldCountry : undefined;
  const zone = options['time-zone'] ?? ownZone ?? computer;
  const country = ownCountry ?? (zone && countryOfZone(zone));
  const values: LocaleValues = {};
  if (options['time-zone'] === undefined && zone) values['time-zone'] = zone;
  if (options['default-country'] === undefined && country) values['default-country'] = country;
  const isOfEntry = values['time-zone'] ? ownZone !== undefined : ownCountry !== undefined;
  return { values, source: isOfEntry ? 'entry' : 'computer' };
}

/** Undefined for UTC and for zones of no country, such as `Etc/GMT+2`. */
const zoneOf = (zone: string | undefined) =>
  zone && isTimeZone(zone) && zone.includes('/') && !zone.startsWith('Etc/') ? zone : undefined;

/** Asks for what is not given, with the proposal as the default. */
export async function askLocale(
  options: OptionValues,
  { values }: LocaleProposal,
  prompter: Prompter,
): Promise<LocaleValues> {
  const answers: LocaleValues = {};
  const isGiven = options['time-zone'] !== undefined && options['default-country'] !== undefined;
  if (!isGiven) prompter.say('Where is the business? An empty answer accepts the value in brackets.');
  if (options['time-zone'] === undefined) {
    const proposal = values['time-zone'] ?? '';
    answers['time-zone'] = await prompter.ask('Time zone of the business', proposal, readZone);
  }
  if (options['default-country'] === undefined) {
    const zone = options['time-zone'] ?? answers['time-zone'];
    const isProposed = zone === (options['time-zone'] ?? values['time-zone']);
    const proposal = (isProposed ? values['default-country'] : zone && countryOfZone(zone)) ?? '';
    answers['default-country'] = await prompter.ask('Country of its telephone numbers', proposal, readCountry);
  }
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== ''));
}

/** An empty answer leaves the value unset. @throws Error whose message says what is right */
function readZone(text: string): string {
  if (text === '' || isTimeZone(text)) return text;
  throw new Error('It must be an IANA name, such as America/New_York.');
}

/** @throws Error */
function readCountry(text: string): string {
  const code = text.toUpperCase();
  if (text === '' || isCountryCode(code)) return code;
  throw new Error('It must be an ISO 3166 code, such as US.');
}

/** Says which values were used although the user has not given them, and how to change them. */
export function localeSentences(options: OptionValues, { values, source }: LocaleProposal): string[] {
  const { 'time-zone': zone, 'default-country': country } = values;
  const sentences: string[] = [];
  const used = [...(zone ? [`time zone ${zone}`] : []), ...(country ? [`country ${country}`] : [])].join(' and ');
  if (used !== '') {
    const from = source === 'entry' ? 'as in the entry until now' : zone ? 'as on this computer' : 'from the time zone';
    const flags = [...(zone ? ['--time-zone'] : []), ...(country ? ['--default-country'] : [])].join(' and ');
    sentences.push(
      `The server uses the ${used}, ${from}. If the business is elsewhere, run this command again with ${flags}.`,
    );
  }
  if (!zone && options['time-zone'] === undefined) {
    sentences.push(
      'The server has no time zone, because that of this computer is UTC. Set the zone of the business, such as --time-zone America/New_York.',
    );
  }
  return sentences;
}
