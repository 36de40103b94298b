import { numberOf } from '../../../../lib/dates-in-words/number-words.ts';

const COUNTED =
  /^(?:(?:today|heute) )?(?:in|dans|en|dentro de|de aqui a|tra|fra|em|daqui(?: a)?) (\S+) (?:(days?(?:['’]? time)?|tage?n?|jours?|dias?|giorn[io])|(fortnights?)|weeks?(?: time)?|wochen?|semaines?|semanas?|settiman[ae])$/;
const FROM_NOW = /^(\S+) (?:(days?)|(fortnights?)|weeks?) from (?:now|today)$/;
/** Counted with today: a week, and two. */
const WEEKS_IN_DAYS: Readonly<Record<string, number>> = {
  acht: 7,
  huit: 7,
  ocho: 7,
  otto: 7,
  oito: 7,
  quinze: 14,
  quince: 14,
  quindici: 14,
};
const AFTER_NEXT = /^(?:the )?week after next$|^ubernachste woche$/;

/** Returns how many days ahead a text means, such as `in two weeks`; undefined for another text. @param text normalized */
export function countedDays(text: string): number | undefined {
  const [, word = '', days, fortnights] = COUNTED.exec(text) ?? FROM_NOW.exec(text) ?? [];
  if (days && Object.hasOwn(WEEKS_IN_DAYS, word)) return WEEKS_IN_DAYS[word];
  const count = numberOf(word);
  return count > 0 ? count * (days ? 1 : fortnights ? 14 : 7) : undefined;
}

/** A period from today on, in all languages: "within the next two weeks", "in den nächsten zehn Tagen". */
const NEXT_DAYS = new RegExp(
  `^(?:${[
    '(?:with)?in(?: the)? next (\\S+)(?: of)? (days|weeks)|within (?:a (?=couple ))?(\\S+)(?: of)? (days|weeks)',
    'in(?:nerhalb)? de[nr] (?:nachsten|kommenden) (\\S+) (tage|wochen)n?|innerhalb von (\\S+) (tage|wochen)n?',
    'en l[oa]s proxim[oa]s (\\S+) (dias|semanas)|dans les (\\S+) prochaine?s (jours|semaines)',
    'ne(?:i|lle) prossim[ie] (\\S+) (giorni|settimane)|n[oa]s proxim[oa]s (\\S+) (dias|semanas)',
  ].join('|')})$`,
);
const DAY_UNITS = ['days', 'tage', 'dias', 'jours', 'giorni'];
/** A month: free times of more days are not said. */
const MAX_NEXT_DAYS = 31;

/** Returns how many days, today included, a text means such as `within the next two weeks`; undefined for another text. @param text normalized */
export function nextDays(text: string): number | undefined {
  const [word, unit] = (NEXT_DAYS.exec(text) ?? []).slice(1).filter((one) => one !== undefined);
  const count = word === 'couple' ? 2 : numberOf(word ?? '');
  const days = count * (DAY_UNITS.includes(unit ?? '') ? 1 : 7);
  return days > 1 && days <= MAX_NEXT_DAYS ? days : undefined;
}

/** True for the week after the next one. @param text normalized */
export const isWeekAfterNext = (text: string): boolean => AFTER_NEXT.test(text);
