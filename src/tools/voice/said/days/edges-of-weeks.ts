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
/** Of a week, in days after its Monday: from Monday to Wednesday, and Thursday and Friday. */
const [EARLY_IN_WEEK, LATE_IN_WEEK] = [
  [0, 2],
  [3, 4],
] as const;

/**
 * Returns the days of the beginning or the end of a week: `early next week`.
 * @param text normalized
 * @returns ISO 8601; undefined for another text
 */
export function edgeOfWeek(text: string, language: string, today: string): DayRange | undefined {
  const match = EDGES[language]?.exec(text) ?? EDGES.en?.exec(text);
  if (!match) return undefined;
  const { late, next, behind, after } = match.groups ?? {};
  const ahead = after ? 2 : next || behind ? 1 : 0;
  const monday = addDays(today, 1 - calendarDay(today).dayOfWeek + 7 * ahead);
  const [from, to] = late ? LATE_IN_WEEK : EARLY_IN_WEEK;
  return { first: addDays(monday, from), last: addDays(monday, to) };
}
