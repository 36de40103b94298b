import { addDays } from '../../../../lib/time/add-days.ts';
import { calendarDay } from '../../../../lib/time/working-hours.ts';
import type { DayRange } from './day-ranges.ts';

/**
 * The beginning or the end of a week, in each spoken language, normalized. "Fin de semana" and "fine
 * settimana" are the weekend, "fin de semaine" is it in Canada, and "fines de semana" are weekends.
 */
const EDGES: Readonly<Record<string, RegExp>> = {
  en: /^(?:first thing|early|(?:at )?(?:the )?(?:beginning|start) of|(?<late>late|(?:at )?(?:the )?end of)) (?:in )?(?:the )?(?:(?<next>next|coming) |this )?week(?<after> after next)?$/,
  de: /^(?:(?:gleich )?(?:(?:am )?anfang|zu beginn)|(?<late>(?:am |gegen )?ende)) (?:(?:der|des) )?(?:(?:(?<next>nachste|kommende)|(?<after>ubernachste)|diese)[nrs]? )?woche$/,
  es: /^(?!fines de semana$)(?:al? )?(?:principios?|inicios?|comienzos?|(?<late>finales|fines)) del?(?: la| est[ae])? (?:(?<next>proxim[oa]) )?semana(?<behind> que viene| proxim[oa])?$/,
  fr: /^(?:en |au )?debut(?: de| du)? (?:la |cette |ce )?semaine(?<next> prochaine?| qui vient)?$/,
  it: /^(?:(?:a |all)?inizio(?: d[ie]l?(?:la)?)?|(?<late>(?:alla )?fine della)) (?:(?<next>prossim[oa]) |quest[oa] )?settimana(?<behind> prossim[oa])?$/,
  pt: /^(?:n?o )?(?:(?:inicio|comeco) d(?:[aoe]|est[ae])|(?<late>fi(?:m|nal) da)) (?:(?<next>proxim[oa]) )?semana(?<behind> que vem| proxim[oa])?$/,
};
/** The middle of a week, in each spoken language, normalized. */
const MIDDLES: Readonly<Record<string, RegExp>> = {
  en: /^(?:(?<next>next )?mid ?week|(?:in )?the middle of (?:the |this )?(?<behind>next )?week)$/,
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
