import { areEqualNames } from '../../../../lib/search/equal-names.ts';
import { normalizeName } from '../../../../lib/search/text-search.ts';
import type { OfferedService } from '../../business/offered-service.ts';
import type { Speech } from '../../speech/speech.ts';
import { withoutSmallWords } from '../small-words.ts';

/** The begin of the word for minutes in every language that is spoken. */
const MINUTES = 'min';

/** Returns the service that several of one name can only mean: the one whose length or price was said, or the first of equal ones. */
export function oneOfEqual(
  text: string,
  services: readonly OfferedService[],
  speech: Speech,
): OfferedService | undefined {
  const [first, ...others] = services;
  if (!first || others.some(({ name }) => !areEqualNames(name, first.name))) return undefined;
  const said = services.filter(
    (one) => includesPrice(text, one, speech) || (!hasPrice(text, services, speech) && isSaidLength(text, one, speech)),
  );
  const left = said.length > 0 ? said : services;
  return new Set(questionNames(left, speech)).size === 1 ? left[0] : undefined;
}

/** Returns the service that a length alone means, such as `the 90 minutes one`, among those whose name another one has. */
export function serviceOfLength(
  text: string,
  services: readonly OfferedService[],
  speech: Speech,
): OfferedService | undefined {
  const said = normalizeName(withoutSmallWords(text));
  const [found, ...others] = services.filter((one) => {
    const { minutes } = one;
    if (!minutes || !hasNamesake(one, services)) return false;
    return said === normalizeName(speech.length(minutes)) || isMinutes(said, minutes);
  });
  return others.length === 0 ? found : undefined;
}

/** `90 minutes`, `90 minutes one`: at most one word follows. */
function isMinutes(said: string, minutes: number): boolean {
  const [count, unit, ...rest] = said.split(' ');
  return count === `${minutes}` && unit?.startsWith(MINUTES) === true && rest.length <= 1;
}

/** Returns how a question names services, each label once: those of one name with their length, or their price if all are as long. */
export function questionNames(services: readonly OfferedService[], speech: Speech): string[] {
  const labels = services.map((one) => {
    const namesakes = services.filter(({ name }) => areEqualNames(name, one.name));
    if (namesakes.length === 1) return one.name;
    const isLengthEqual = new Set(namesakes.map(({ minutes }) => minutes)).size === 1;
    const detail = isLengthEqual ? priceOf(one, speech) : one.minutes && speech.length(one.minutes);
    return detail ? `${one.name}, ${detail}` : one.name;
  });
  // Names that differ in case only sound the same.
  return labels.filter(
    (label, index) => labels.findIndex((other) => normalizeName(other) === normalizeName(label)) === index,
  );
}

const hasNamesake = ({ id, name }: OfferedService, services: readonly OfferedService[]) =>
  services.some((other) => other.id !== id && areEqualNames(other.name, name));

const priceOf = ({ cents, currency }: OfferedService, speech: Speech) =>
  cents && currency ? speech.price(cents, currency) : undefined;

function includesPrice(text: string, service: OfferedService, speech: Speech): boolean {
  const price = priceOf(service, speech);
  const at = price === undefined ? -1 : text.indexOf(price);
  if (price === undefined || at < 0) return false;
  // $90 is no part of $190 or $90.50.
  return !/\d/.test(text.charAt(at - 1)) && !/^[.,]?\d/.test(text.slice(at + price.length));
}

const hasPrice = (text: string, services: readonly OfferedService[], speech: Speech) =>
  services.some((one) => includesPrice(text, one, speech));

/** True if the numbers in a text, apart from those of the name, are those of a length: `90`, or `1` and `30`. */
function isSaidLength(text: string, { name, minutes }: OfferedService, speech: Speech): boolean {
  if (!minutes) return false;
  const named = numbersOf(name);
  const said = numbersOf(text).filter((one) => !named.includes(one));
  return [`${minutes}`, numbersOf(speech.length(minutes)).join()].includes(said.join());
}

const numbersOf = (text: string): string[] => normalizeName(text).match(/\d+/g) ?? [];
