import type { PartOfDay } from '../clock/parts-of-day.ts';
import { englishDays } from './day-words.ts';
import { partAlone } from './said-days.ts';

/** A day that is said with a part of it, taken apart. */
export interface WithoutPart {
  day: string;
  part: PartOfDay;
  isBeforeDay: boolean;
  /** True if the part is not a word of its own: "Freitagnachmittag". */
  isInDay: boolean;
}

/** "In the course of the afternoon" and longer words are not looked for. */
const MAX_WORDS = 4;
/** What `englishDays` writes. */
const PART = / (morning|afternoon|evening|night)$/;
/** Between a part of the day and the day. */
const ON = /^,? ?(?:(?:on|of) )?/;

/**
 * Takes the part of the day off the end of a day, or off its beginning: `in the afternoon on Friday`.
 * @param text normalized
 * @returns undefined for a text without one, and for a part without a day
 */
export function withoutPart(text: string, language: string): WithoutPart | undefined {
  if (partAlone(text, language)) return undefined;
  const words = text.split(' ');
  // The longest first: "por la tarde" ends with a word that is a part of the day in other texts.
  for (let count = Math.min(MAX_WORDS, words.length - 1); count > 0; count--) {
    const [before, last] = [words.slice(0, -count).join(' '), words.slice(-count).join(' ')];
    const behind = partAlone(last, language);
    if (behind) return { day: before.replace(/,$/, ''), part: behind, isBeforeDay: false, isInDay: false };
    const [first, rest] = [words.slice(0, count).join(' ').replace(/,$/, ''), words.slice(count).join(' ')];
    const ahead = partAlone(first, language);
    if (ahead) return { day: rest.replace(ON, ''), part: ahead, isBeforeDay: true, isInDay: false };
  }
  const said = englishDays(text, language);
  const part = partAlone(PART.exec(said)?.[1] ?? '', language);
  return part ? { day: said.replace(PART, ''), part, isBeforeDay: false, isInDay: true } : undefined;
}
