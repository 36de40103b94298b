import { addDays } from '../../../../lib/time/add-days.ts';
import { calendarDay, mondayOf } from '../../../../lib/time/working-hours.ts';
import type { DayRange } from './day-ranges.ts';

/**
 * The beginning or the end of a week, in each spoken language, normalized. "Fin de semana" and "fine
 * settimana" are the weekend, "fin de semaine" is it in Canada, and "fines de semana" are weekends.
 */
const EDGES: Readonly<Record<string, RegExp>> = {
  en: /^(?:first thing|early|earlier in|(?:at )?(?:the )?(?:beginning|start) of|(?<late>late|later in|(?:at )?(?:the )?end of)) (?:in )?(?:the )?(?:(?<next>next|coming) |this )?week(?<after> after next)?$/,
  de: /^(?:(?:gleich )?(?:(?:am )?anfang|zu beginn)|(?<late>(?:am |gegen )?ende)) (?:(?:der|des) )?(?:(?:(?<next>nachste|kommende)|(?<after>ubernachste)|diese)[nrs]? )?woche$/,
  es: /^(?!fines de semana$)(?:al? )?(?:principios?|inicios?|comienzos?|(?<late>finales|fines)) del?(?: la| est[ae])? (?:(?<next>proxim[oa]) )?semana(?<behind> que viene| proxim[oa])?$/,
  fr: /^(?:en |au )?debut(?: de| du)? (?:la |cette |ce )?semaine(?<next> prochaine?| qui vient)?$/,
  it: /^(?:(?:a |all)?inizio(?: d[ie]l?(?:la)?)?|(?<late>(?:alla )?fine della)) (?:(?<next>prossim[oa]) |quest[oa] )?settimana(?<behind> prossim[oa])?$/,
  pt: /^(?:n?o )?(?:(?:inicio|comeco) d(?:[aoe]|est[ae])|(?<late>fi(?:m|nal) da)) (?:(?<next>proxim[oa]) )?semana(?<behind> que vem| proxim[oa])?$/,
};
/** The middle of a week, in each spoken language, normalized. */
const MIDDLES: Readonly<Record<string, RegExp>> = {
  en: /^(?:(?<next>next )?mid ?week|(?:mid|(?:in )?the middle of) (?:the |this )?(?<behind>next )?week)$/,
  de: /^(?:wochenmitte|(?:in der )?mitte (?:der |dieser |des )?(?<next>(?:nachste|kommende)[rn]? )?woche)$/,
  es: /^(?:a |para )?(?:mediados|mitad) de (?:la |esta )?(?<next>proxima )?semana(?<behind> que viene| proxima)?$/,
  fr: /^(?:en |au )?milieu (?:de|du) (?:la |cette )?semaine(?<next> prochaine| qui vient)?$/,
  it: /^(?:a |alla )?meta (?:della |questa )?(?<next>prossima )?settimana(?<behind> prossima)?$/,
  pt: /^(?:n?o )?meio d(?:a|e|esta) (?<next>proxima )?semana(?<behind> que vem| proxima)?$/,
};
/** Of a week, in days after its Monday: from Monday to Wednesday, Thursday and Friday, and from Tuesday to Thursday. */
const [EARLY_IN_WEEK, LATE_IN_WEEK, MIDDLE_OF_WEEK] = [
  [0, 2],
  [3, 4],
  [1, 3],
] as const;

/** The number of a week by ISO 8601, as German businesses count them. English is read in every language. */
const WEEK_NUMBER = /^(?:(?:in )?(?:der )?(?:kw|kalenderwoche)|(?:in )?calendar week) (\d{1,2})$/;
const MAX_WEEK = 53;

/** Returns the days of a week that is named by its number: the coming one. @param text normalized */
export function numberedWeek(text: string, today: string): DayRange | undefined {
  const number = Number(WEEK_NUMBER.exec(text)?.[1] ?? 0);
  if (number < 1 || number > MAX_WEEK) return undefined;
  const year = Number(mondayOf(today).slice(0, 4));
  // The fourth of January is in the first week of each year.
  for (const one of [year, year + 1]) {
    const monday = addDays(mondayOf(`${one}-01-04`), 7 * (number - 1));
    // A week is of the year of its Thursday: most years have no week 53.
    const isOfYear = addDays(monday, 3).startsWith(`${one}`);
    if (isOfYear && addDays(monday, 6) >= today) return { first: monday, last: addDays(monday, 6) };
  }
  return undefined;
}

/**
 * Returns the days of the beginning, the middle or the end of a week: `early next week`.
 * @param text normalized
 * @returns ISO 8601; undefined for another text
 */
export function edgeOfWeek(text: string, language: string, today: string): DayRange | undefined {
  const middle = MIDDLES[language]?.exec(text) ?? MIDDLES.en?.exec(text);
  const match = middle ?? EDGES[language]?.exec(text) ?? EDGES.en?.exec(text);
  if (!match) return undefined;
  const { late, next, behind, after } = match.groups ?? {};
  const ahead = after ? 2 : next || behind ? 1 : 0;
  const monday = addDays(today, 1 - calendarDay(today).dayOfWeek + 7 * ahead);
  const [from, to] = middle ? MIDDLE_OF_WEEK : late ? LATE_IN_WEEK : EARLY_IN_WEEK;
  return { first: addDays(monday, from), last: addDays(monday, to) };
}
