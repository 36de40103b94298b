import type { OptionValues } from '../../config/options/index.ts';
import type { StatedBusiness } from '../../config/platform-profile.ts';
import { isCountryCode, isTimeZone } from '../../lib/text/locale.ts';
import { computerZone } from '../../lib/time/computer-zone.ts';
import { countryOfZone, isZoneOfPlace } from '../business/init/proposals.ts';
import type { Prompter } from '../prompts/prompter.ts';
import type { Entry } from './format.ts';

/** Options that say where the business is. */
export type LocaleValues = Partial<Record<'time-zone' | 'default-country', string>>;

interface LocaleProposal {
  /** Values of the options that the user has not given. */
  values: LocaleValues;
  /** Where they come from. */
  source: 'entry' | 'computer';
  /** What the platform states, and neither the user nor the entry says: the server reads it. */
  stated: Pick<StatedBusiness, 'timeZone' | 'defaultCountry'>;
}

/**
 * Proposes the zone and country of the business: those of the client's entry, or else of this computer where the platform states
 * none. A computer whose clock is in UTC, such as a server, says nothing about the business.
 */
export function proposeLocale(
  options: OptionValues,
  entry: Entry | undefined,
  platform: StatedBusiness | undefined,
): LocaleProposal {
  const { RCPT_TIME_ZONE: oldZone, RCPT_DEFAULT_COUNTRY: oldCountry } = entry?.env ?? {};
  const computer = placeOfComputer();
  const ownZone = typeof oldZone === 'string' && isTimeZone(oldZone) ? oldZone : undefined;
  const ownCountry = typeof oldCountry === 'string' && isCountryCode(oldCountry) ? oldCountry : undefined;
  const stated: LocaleProposal['stated'] = {};
  if (options['time-zone'] === undefined && !ownZone && platform?.timeZone) stated.timeZone = platform.timeZone;
  if (options['default-country'] === undefined && !ownCountry && platform?.defaultCountry)
    stated.defaultCountry = platform.defaultCountry;
  const zone = options['time-zone'] ?? ownZone ?? stated.timeZone ?? computer;
  const country = ownCountry ?? (zone && countryOfZone(zone));
  const values: LocaleValues = {};
  if (options['time-zone'] === undefined && !stated.timeZone && zone) values['time-zone'] = zone;
  if (options['default-country'] === undefined && !stated.defaultCountry && country)
    values['default-country'] = country;
  const isOfEntry = values['time-zone'] ? ownZone !== undefined : ownCountry !== undefined;
  return { values, source: isOfEntry ? 'entry' : 'computer', stated };
}

/** The zone of this computer; undefined for UTC and for zones of no country, such as `Etc/GMT+2`. */
function placeOfComputer(): string | undefined {
  const zone = computerZone();
  return zone !== undefined && isZoneOfPlace(zone) ? zone : undefined;
}

/** Asks for what is not given, with the proposal as the default. */
export async function askLocale(
  options: OptionValues,
  { values, stated }: LocaleProposal,
  prompter: Prompter,
): Promise<LocaleValues> {
  const answers: LocaleValues = {};
  const isZoneKnown = (options['time-zone'] ?? stated.timeZone) !== undefined;
  const isCountryKnown = (options['default-country'] ?? stated.defaultCountry) !== undefined;
  for (const sentence of statedSentences(stated)) prompter.say(sentence);
  if (!isZoneKnown || !isCountryKnown)
    prompter.say('Where is the business? An empty answer accepts the value in brackets.');
  if (!isZoneKnown) {
    const proposal = values['time-zone'] ?? '';
    answers['time-zone'] = await prompter.ask('Time zone of the business', proposal, readZone);
  }
  if (!isCountryKnown) {
    const known = options['time-zone'] ?? stated.timeZone;
    const zone = known ?? answers['time-zone'];
    const isProposed = zone === (known ?? values['time-zone']);
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

/** Says what the server reads from the platform. */
function statedSentences({ timeZone, defaultCountry }: LocaleProposal['stated']): string[] {
  const read = [
    ...(timeZone ? [`time zone ${timeZone}`] : []),
    ...(defaultCountry ? [`country ${defaultCountry}`] : []),
  ].join(' and ');
  return read === '' ? [] : [`The server uses the ${read} that the platform states.`];
}

/** Says which values were used although the user has not given them, and how to change them. */
export function localeSentences(options: OptionValues, { values, source, stated }: LocaleProposal): string[] {
  const { 'time-zone': zone, 'default-country': country } = values;
  const sentences = statedSentences(stated);
  const used = [...(zone ? [`time zone ${zone}`] : []), ...(country ? [`country ${country}`] : [])].join(' and ');
  if (used !== '') {
    const from = source === 'entry' ? 'as in the entry until now' : zone ? 'as on this computer' : 'from the time zone';
    const flags = [...(zone ? ['--time-zone'] : []), ...(country ? ['--default-country'] : [])].join(' and ');
    sentences.push(
      `The server uses the ${used}, ${from}. If the business is elsewhere, run this command again with ${flags}.`,
    );
  }
  if (!zone && (options['time-zone'] ?? stated.timeZone) === undefined) {
    sentences.push(
      'The server has no time zone, because that of this computer is UTC. Set the zone of the business, such as --time-zone America/New_York.',
    );
  }
  return sentences;
}
