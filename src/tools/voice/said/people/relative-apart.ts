import type { Office } from '../../core/office.ts';
import { askedDays } from '../days/asked-days.ts';
import { isTimeAlone } from '../said-start.ts';
import { placeOfRelative } from './name-in-words.ts';

/** So many words behind a relative can be the name: `for my son Tim Archer`. */
const MAX_NAME_WORDS = 3;
/** Around the words for whom it is. */
const MARKS = /^[,;.\s]+|[,;\s]+$/g;

/**
 * Takes whom an appointment is for out of the words for a time: `Friday at 3 for my son Tim`. Only relatives count, and what is left must be
 * a time.
 * @returns the words for the time, and those for the person, as said; the text alone without both
 */
export async function relativeApart(text: string, office: Office): Promise<{ start: string; relative?: string }> {
  const words = text.trim().split(/\s+/);
  const { from, behind } = placeOfRelative(words) ?? {};
  if (from === undefined || behind === undefined) return { start: text };
  for (let count = 0; count <= MAX_NAME_WORDS && behind + count <= words.length; count++) {
    const relative = words
      .slice(from, behind + count)
      .join(' ')
      .replace(MARKS, '');
    const start = [...words.slice(0, from), ...words.slice(behind + count)].join(' ').replace(MARKS, '');
    if (start !== '' && (isTimeAlone(start, office) || !('spoken' in (await askedDays(start, office)))))
      return { start, relative };
  }
  return { start: text };
}
