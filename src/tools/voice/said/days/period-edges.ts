import { addDays } from '../../../../lib/time/add-days.ts';
import { calendarDay } from '../../../../lib/time/working-hours.ts';

/**
 * The beginning or the end of a week, or the beginning of a month, in each spoken language, normalized. "Fin de semana" and "fine
 * settimana" are the weekend, "fin de semaine" is it in Canada, and "fines de semana" are weekends.
 */
const EDGES: Readonly<Record<string, RegExp>> = {
  en: /^(?:first thing|early|(?:at )?(?:the )?(?:beginning|start) of|(?<late>late|(?:at )?(?:the )?end of)) (?:in )?(?:the )?(?:(?<next>next|coming) |this )?(?:week(?<after> after next)?|(?<month>month))$/,
  de: /^(?:(?:gleich )?(?:(?:am )?anfang|zu beginn)|(?<late>(?:am |gegen )?ende)) (?:(?:der|des) )?(?:(?:(?<next>nachste|kommende)|(?<after>ubernachste)|diese)[nrs]? )?(?:woche|(?<month>monats?))$/,
  es: /^(?!fines de semana$)(?:al? )?(?:principios?|inicios?|comienzos?|(?<late>finales|fines)) del?(?: la| est[ae])? (?:(?<next>proxim[oa]) )?(?:semana|(?<month>mes))(?<behind> que viene| proxim[oa])?$/,
  fr: /^(?:en |au )?debut(?: de| du)? (?:la |cette |ce )?(?:semaine|(?<month>mois))(?<next> prochaine?| qui vient)?$/,
  it: /^(?:(?:a |all)?inizio(?: d[ie]l?(?:la)?)?|(?<late>(?:alla )?fine della)) (?:(?<next>prossim[oa]) |quest[oa] )?(?:settimana|(?<month>mese))(?<behind> prossim[oa])?$/,
  pt: /^(?:n?o )?(?:(?:inicio|comeco) d(?:[aoe]|est[ae])|(?<late>fi(?:m|nal) da)) (?:(?<next>proxim[oa]) )?(?:semana|(?<month>mes))(?<behind> que vem| proxim[oa])?$/,
};
/** Of a week, in days after its Monday: from Monday to Wednesday, and Thursday and Friday. */
const [EARLY_IN_WEEK, LATE_IN_WEEK] = [
  [0, 2],
  [3, 4],
] as const;
const EARLY_IN_MONTH = 10;

/**
 * Returns the days of the beginning of a week or month, or of the end of a week: `early next week`.
 * @param text normalized
 * @returns ISO 8601; undefined for another text
 */
export function edgeOfPeriod(
  text: string,
  language: string,
  today: string,
): { first: string; last: string } | undefined {
  const match = EDGES[language]?.exec(text) ?? EDGES.en?.exec(text);
  if (!match) return undefined;
  const { late, next, behind, after, month } = match.groups ?? {};
  const ahead = after ? 2 : next || behind ? 1 : 0;
  if (month) return late || after ? undefined : beginningOfMonth(today, ahead);
  const monday = addDays(today, 1 - calendarDay(today).dayOfWeek + 7 * ahead);
  const [from, to] = late ? LATE_IN_WEEK : EARLY_IN_WEEK;
  return { first: addDays(monday, from), last: addDays(monday, to) };
}

/** @param ahead months */
function beginningOfMonth(today: string, ahead: number): { first: string; last: string } {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const first = new Date(Date.UTC(year, month - 1 + ahead, 1)).toISOString().slice(0, 10);
  return { first, last: addDays(first, EARLY_IN_MONTH - 1) };
}
