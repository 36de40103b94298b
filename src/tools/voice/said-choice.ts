import { normalizeName } from '../../lib/search/text-search.ts';
import type { Office } from './office.ts';
import { withoutClock } from './said-clock.ts';
import { isDayOfMonth, monthWord } from './said-dates.ts';
import { isWeekday } from './said-days.ts';
import { withoutPoliteness } from './small-words.ts';

/** Words between days of which the caller wants one, normalized. English ones are read in every language. */
const OR: Readonly<Record<string, string>> = { de: 'oder', es: 'o|u', fr: 'ou', it: 'o|oppure', pt: 'ou' };
const EITHER = /^(?:either|entweder|soit) /;
const ENDS_WITH_NEXT_WEEK = / (?:(?:of )?next week|nachste[rn]? woche)$/;
const NEXT = /^(?:next|nachste[nr]?) (?=\S+$)/;

/**
 * Splits a choice of days, such as `Friday or Saturday`, into its days. What was said of one of them only and belongs to others, too, is
 * added to them: the month, the next week, and the time behind the last one.
 * @returns undefined if the text is no choice.
 */
export function splitChoice(text: string, office: Pick<Office, 'speech'>): string[] | undefined {
  const { language } = office.speech;
  const words = ['or', ...(OR[language] ? [OR[language]] : [])].join('|');
  const said = normalizeName(withoutPoliteness(text)).replace(EITHER, '');
  const pieces = said.split(new RegExp(`,? (?:${words}) `));
  if (pieces.length < 2) return undefined;
  return shared(
    pieces.flatMap((piece) => splitAtCommas(piece, office)),
    office,
  );
}

/** "Monday, Tuesday or Friday" has days between commas, and "Friday, March 6" has not. */
function splitAtCommas(piece: string, { speech }: Pick<Office, 'speech'>): string[] {
  const parts = piece.split(/, ?/);
  return parts.every((part) => isWeekday(part, speech)) ? parts : [piece];
}

/** A day of a choice, with the time behind it: `friday`, ` at 3 pm`. */
interface Piece {
  day: string;
  time: string;
}

function shared(pieces: readonly string[], { speech }: Pick<Office, 'speech'>): string[] {
  const all = pieces.map((piece): Piece => {
    const { text: day } = withoutClock(piece);
    return { day, time: piece.slice(day.length) };
  });
  const last = all.at(-1);
  // A bound such as "after 3" would leave out times that may be meant.
  const isTimeOfAll =
    last !== undefined && all.every(({ time }) => time === '' || time === last.time) && isPreferred(last);
  const month = all.flatMap(({ day }) => monthWord(day, speech.language) ?? [])[0];
  const isNextWeek = all.some(({ day }) => ENDS_WITH_NEXT_WEEK.test(day) || /^next week /.test(day));
  const isNext = NEXT.test(all[0]?.day ?? '');
  return all.map(({ day, time }) => {
    const added =
      month !== undefined && isDayOfMonth(day)
        ? `${day} ${month}`
        : isNextWeek && isWeekday(day, speech)
          ? `${day} next week`
          : isNext && isWeekday(day, speech)
            ? `next ${day}`
            : day;
    return `${added}${isTimeOfAll ? last.time : time}`;
  });
}

const isPreferred = ({ day, time }: Piece): boolean => withoutClock(`${day}${time}`).clock?.relation === 'at';
