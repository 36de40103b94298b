import { mentionsPhone, mentionsSecret } from './context.ts';
import type { TextRange } from './replacement.ts';

/**
 * Text with digits that is never masked: dates, times, prices, postal codes, identifiers, IP addresses and URLs, and
 * masks of an earlier pass.
 */
const SAFE = new RegExp(
  [
    '\\b\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?',
    '(?<!\\d[/.])\\b(?<one>\\d{1,2})(?<mark>[/.-])(?<other>\\d{1,2})\\k<mark>(?:\\d{4}|(?<!-)\\d{2})(?![/.]?\\d)',
    '(?<![\\d.])(?:(?:1?\\d?\\d|2[0-5]\\d)\\.){3}(?:1?\\d?\\d|2[0-5]\\d)(?!\\.?\\d)',
    '(?<![\\d:])(?:[01]?\\d|2[0-4]):[0-5]\\d(?::[0-5]\\d)?(?!:?\\d)',
    '[$€£¥]\\s?\\d[\\d.,]{0,20}',
    '\\b\\d[\\d.,]{0,20}\\s?(?:[$€£¥%]|(?:dollars?|bucks|cents?|euros?|pounds|reais|usd|eur|gbp|brl|chf)\\b)',
    '(?<![\\d-])(?<postal>\\d{5}-\\d{3,4}|\\d{4}-\\d{3})(?![\\d-])',
    '\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b',
    '\\b(?<prefix>[a-z]+)_\\w+',
    'https?://\\S+',
    '(?<!\\d{2})…\\d{4}(?![\\d…])',
  ].join('|'),
  'giu',
);

/** Returns the ranges of a text that are never masked, in order. */
export function safeRanges(text: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { 0: found, index, groups = {} } of text.matchAll(SAFE)) {
    if (groups.mark !== undefined && !isDayAndMonth(Number(groups.one), Number(groups.other))) continue;
    // Brazilian telephone numbers look like ZIP codes.
    const before = groups.postal === undefined ? '' : text.slice(Math.max(0, index - 30), index);
    if (/\)\s?$/.test(before) || mentionsPhone(before)) continue;
    // `card_4242…` is a card, and `bk_4242…` an identifier.
    if (groups.prefix !== undefined && mentionsSecret(groups.prefix)) continue;
    ranges.push({ start: index, end: index + found.length });
  }
  return ranges;
}

const isDayAndMonth = (one: number, other: number) =>
  Math.min(one, other) >= 1 && Math.min(one, other) <= 12 && Math.max(one, other) <= 31;
