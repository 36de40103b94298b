import { ENGLISH_MONTHS } from '../../../../lib/dates-in-words/month-words.ts';

/** This month or the next one at the end of a text, behind a word for "of", in each spoken language, normalized. */
const RELATIVE: Readonly<Record<string, RegExp>> & { en: RegExp } = {
  en: /(?:^| )(?:in |of )?(?:the |this )?(?<next>(?:next|coming) )?month$/,
  de: /(?:^| )(?:im |vom )?(?:des |der )?(?:diese[nsm]? |(?<next>(?:nachste|kommende)[nsm]? ))?monats?$/,
  es: /(?:^| )(?:del? )?(?:est[ea] |el )?(?<next>proximo )?mes(?<behind> que viene| proximo)?$/,
  fr: /(?:^| )(?:de |du |au |en )?(?:ce |le )?mois(?<behind> prochain| qui vient)?$/,
  it: /(?:^| )(?:d[ie]l? )?(?:questo |il )?(?<next>prossimo )?mese(?<behind> prossimo| che viene)?$/,
  pt: /(?:^| )(?:d?[oe] |d?este )?(?<next>proximo )?mes(?<behind> que vem| proximo)?$/,
};

/**
 * Writes this month or the next one at the end of a text with its English name, which is read in every language, and its year: `the
 * 15th of next month` is `the 15th april 2026`.
 * @param text normalized
 * @param today ISO 8601
 * @returns undefined if it ends with neither
 */
export function withNamedMonth(text: string, language: string, today: string): string | undefined {
  const match = relativeMonth(text, language);
  if (!match) return undefined;
  const month = Number(today.slice(5, 7)) - 1 + (match.groups?.next || match.groups?.behind ? 1 : 0);
  const year = Number(today.slice(0, 4)) + Math.floor(month / 12);
  return `${text.slice(0, match.index)} ${ENGLISH_MONTHS[month % 12]} ${year}`.trim();
}

/** Splits a day from this month or the next one behind it: `the 15th` and `of next month`. @param text normalized */
export function withoutRelativeMonth(text: string, language: string): { day: string; month: string } | undefined {
  const match = relativeMonth(text, language);
  return match ? { day: text.slice(0, match.index), month: text.slice(match.index).trim() } : undefined;
}

const relativeMonth = (text: string, language: string): RegExpExecArray | null =>
  RELATIVE[language]?.exec(text) ?? RELATIVE.en.exec(text);
