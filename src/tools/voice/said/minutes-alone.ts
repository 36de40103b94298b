import { numberOf } from '../../../lib/dates-in-words/number-words.ts';
import { MINUTE_MS } from '../../../lib/time/units.ts';
import type { LocalInstants, Office } from '../core/office.ts';
import { BEFORE_HOUR, BEHIND_HOUR, RELATIONS } from './clock/clock-words.ts';
import { whichStart } from './said-start.ts';

const MINUTES: Readonly<Record<string, number | undefined>> = { ...BEFORE_HOUR, ...BEHIND_HOUR };
/** Before them, in all languages. */
const AHEAD = new RegExp(`^(?:(?:${RELATIONS.at}|a la|alle|e|y|et|and) )+`);

/** Behind an hour in the Romance languages: "e quinze", "y diez". */
const AND_MINUTES = /^(?:e|y) (\S+(?: [ey] \S+)?)$/;

/** Returns the minutes that are said without an hour: `half past`, `et demie`. Undefined for another text. @param said normalized */
export function minutesAlone(said: string): number | undefined {
  const [, behind = ''] = AND_MINUTES.exec(said) ?? [];
  const count = numberOf(behind);
  if (count > 0 && count < 60 && count % 5 === 0) return count;
  const words = said.replace(AHEAD, '');
  return [said, words, `y ${words}`, `et ${words}`]
    .map((one) => (Object.hasOwn(MINUTES, one) ? MINUTES[one] : undefined))
    .find((one) => one !== undefined);
}

/**
 * Returns the start with these minutes in the hour of another one.
 * @throws WrongArgumentError with the question, if they are before an hour: "quarter to" can be before this one or the next one
 */
export function atMinutes(minutes: number, from: number, text: string, office: Office): LocalInstants {
  const { minute } = office.local(from);
  const hour = from - (minute % 60) * MINUTE_MS;
  const start = hour + minutes * MINUTE_MS;
  if (minutes < 0) throw whichStart(text, 'has no hour', [start, start + 60 * MINUTE_MS], office);
  return { starts: [start], isSkipped: false, given: text };
}
