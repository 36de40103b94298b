import { addDays } from '../../../lib/time/add-days.ts';
import { formatClock } from '../../../lib/time/clock-text.ts';
import { DAY_MINUTES } from '../../../lib/time/whole-day.ts';
import type { LocalInstants, Office } from '../core/office.ts';
import { askedDays } from './days/asked-days.ts';
import { countedDays } from './days/counted-days.ts';
import { englishDays } from './days/day-words.ts';
import { NEXT_WEEK } from './days/week-of-weekday.ts';
import { normalizeSaid } from './normalize-said.ts';
import { whichStart } from './said-start.ts';

/** In all languages, normalized. */
const THIS_TIME =
  '(?:(?:at )?(?:about |around )?this time|(?:um |zu )?diese[r]? (?:uhr)?zeit|(?:a )?cette heure(?: ci| la)?|a estas? horas?|(?:a )?questora|(?:a )?esta hora|neste horario)';
const FIRST = new RegExp(`^${THIS_TIME},? (?=\\S)`);
const LAST = new RegExp(`(?<=\\S),? ${THIS_TIME}$`);
/** A caller means no time that is more exact. */
const STEP_MINUTES = 15;

/** Returns the day of `this time next week`; undefined for another text. @param said normalized */
export function dayAtThisTime(said: string): string | undefined {
  const day = said.replace(FIRST, '').replace(LAST, '');
  return day === said ? undefined : day;
}

/**
 * Returns the start of `this time next week`: that of now on another day. Undefined for another text.
 * @param before starts that can be meant as well, such as that of the appointment that is moved
 * @throws WrongArgumentError with the question, if it can be several
 */
export async function startAtThisTime(
  text: string,
  before: readonly number[],
  office: Office,
): Promise<LocalInstants | undefined> {
  const day = dayAtThisTime(normalizeSaid(text));
  if (day === undefined) return undefined;
  const texts: string[] = [];
  for (const [index, instant] of [office.now, ...before].entries()) {
    const { date, minute } = office.local(instant);
    const at = index === 0 ? Math.round(minute / STEP_MINUTES) * STEP_MINUTES : minute;
    const other = await otherDay(day, date, office);
    if (other === undefined || at >= DAY_MINUTES) return undefined;
    const start = `${other}T${formatClock(at)}`;
    if (!texts.includes(start)) texts.push(start);
  }
  const read = await Promise.all(texts.map((one) => office.instants(one)));
  const [only, ...others] = read;
  if (only && others.length === 0) return { ...only, given: text };
  throw whichStart(
    text,
    'can be from several times',
    read.map(({ starts }) => starts[0]),
    office,
  );
}

/** Returns the day that is said, which can be counted from another one. */
async function otherDay(said: string, date: string, office: Office): Promise<string | undefined> {
  const days = englishDays(said, office.speech.language) === NEXT_WEEK ? 7 : countedDays(said);
  if (days !== undefined) return addDays(date, days);
  const asked = await askedDays(said, office);
  return 'spoken' in asked || asked.count > 1 || asked.clock || asked.part ? undefined : office.local(asked.start).date;
}
