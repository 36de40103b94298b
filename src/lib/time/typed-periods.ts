import { normalizeText } from '../search/text-search.ts';
import { formatClock } from './clock-text.ts';
import { OpeningHoursError } from './opening-hours.ts';
import { RANGE_WORDS } from './range-words.ts';
import { DAY_MINUTES } from './whole-day.ts';

const NOON = DAY_MINUTES / 2;
/** Hours before it are rarely those of a business: who writes `1-5` may mean the afternoon. */
const FIRST_USUAL = 6 * 60;

/** A time: `9`, `9:30`, `9.30`, `9h30`, `9 Uhr 30`, `9 a.m.`. The names of its groups end in `n`, because a pattern can have several. */
const timeOf = (n: number) =>
  `(?:ore\\s+)?(?<hour${n}>\\d{1,2})(?!\\d)(?:\\s?[:.h]\\s?(?<minutes${n}>[0-5]\\d)(?!\\d))?` +
  `(?:\\s*(?<unit${n}>uhr|hrs?|heures?|horas?|ore|o ?clock|h)\\b(?:\\s*(?<more${n}>[0-5]\\d)(?!\\d))?)?` +
  `(?:\\s*(?<half${n}>[ap])\\.?\\s?m\\b\\.?)?`;
/** A time without a sign in it: `0900`. */
const JOINED = /(?<!\d)([01]\d|2[0-4])([0-5]\d)(?!\d)/g;
/** A period, and what is between it and the one before. */
const PERIOD = new RegExp(
  `(?:^|(?<comma>\\s*,\\s*)|\\s*[,&+/|]?\\s*(?:\\b(?:(?:${RANGE_WORDS.and}|sowie|puis)\\b|u\\b\\.?))?\\s*)(?:` +
    `(?:(?:${RANGE_WORDS.from})\\s+)?${timeOf(1)}(?:\\s*[-‐‑‒–—−]\\s*|\\s+(?:${RANGE_WORDS.to})\\s+)${timeOf(2)}` +
    `|(?:${RANGE_WORDS.between})\\s+${timeOf(3)}\\s+(?:${RANGE_WORDS.and})\\s+${timeOf(4)})`,
  'gy',
);

/** A time as it is typed. */
interface TypedClock {
  /** Minutes after midnight, as on a clock of 24 hours. */
  minute: number;
  half: string | undefined;
  /** True for hours of a clock of 24 hours, such as `13`, `09:00` and `9 Uhr`. */
  isExact: boolean;
}

/**
 * Returns the periods of a day that a person types as opening hours have them: `09:00-17:00` of `9am-5pm`, `9 to 5` or
 * `9h-17h`. Other texts stay as they are.
 * @throws OpeningHoursError for hours that may be in the morning or in the afternoon
 */
export function readTypedPeriods(typed: string): string {
  const text = normalizeText(typed).trim().replace(JOINED, '$1:$2');
  let [read, length, after] = ['', 0, 0];
  for (const match of text.matchAll(PERIOD)) {
    const ends = periodOf(match.groups ?? {}, after, match[0]);
    if (!ends) return typed;
    const [start, end] = ends;
    const separator = length === 0 ? '' : (match.groups?.comma ?? ', ');
    read += `${separator}${formatClock(start)}-${formatClock(end)}`;
    length += match[0].length;
    after = end;
  }
  return length > 0 && length === text.length ? read : typed;
}

type Groups = Partial<Record<string, string>>;

/** @param after the end of the period before: the periods of a day are in order. */
function periodOf(said: Groups, after: number, text: string): [number, number] | undefined {
  const [from, to] =
    said.hour1 === undefined ? [clockOf(said, 3), clockOf(said, 4)] : [clockOf(said, 1), clockOf(said, 2)];
  if (!from || !to) return undefined;
  const hasHalf = from.half !== undefined || to.half !== undefined;
  const isExact = !hasHalf && (from.isExact || to.isExact);
  const [starts, ends] = [startsOf(from, to, isExact), minutesOf(to, isExact, true)];
  // The shortest one: the afternoon of one end is that of the other, too.
  const [found] = starts
    .flatMap((start) =>
      ends.flatMap((end) => (after <= start && start < end ? [[start, end] as [number, number]] : [])),
    )
    .sort((a, b) => a[1] - a[0] - (b[1] - b[0]));
  // The platform says what is wrong with a period that ends before it begins, or that is not in order.
  if (!found) return [starts[0], ends[0]];
  if (!hasHalf && !isExact && found[0] < FIRST_USUAL) refuseAmbiguous(text, found[0]);
  return found;
}

function clockOf(said: Groups, n: number): TypedClock | undefined {
  const [hour = '', half] = [said[`hour${n}`], said[`half${n}`]];
  const hours = Number(hour);
  if (half !== undefined && (hours < 1 || hours > 12)) return undefined;
  const minute = hours * 60 + Number(said[`minutes${n}`] ?? said[`more${n}`] ?? 0);
  return { minute, half, isExact: hours > 12 || hour.startsWith('0') || said[`unit${n}`] !== undefined };
}

/** Before an end in the morning, twelve is midnight, too: `12:00 – 2:00 AM`. */
function startsOf(from: TypedClock, to: TypedClock, isExact: boolean): [number, ...number[]] {
  const [first, ...others] = minutesOf(from, isExact);
  const isTwelve = from.half === undefined && NOON <= first && first < NOON + 60 && to.half === 'a';
  return [first, ...others, ...(isTwelve ? [first - NOON] : [])];
}

/** The minutes after midnight that a time can mean, the likeliest first. */
function minutesOf(
  { minute, half, isExact: isOfDay }: TypedClock,
  isExact: boolean,
  isEnd = false,
): [number, ...number[]] {
  const inHalf = minute % NOON;
  if (half !== undefined) {
    const one = half === 'p' ? inHalf + NOON : inHalf;
    return [isEnd && one === 0 ? DAY_MINUTES : one];
  }
  if (isExact || isOfDay) return [minute];
  // Twelve is noon, or the end of the day.
  if (minute >= NOON) return isEnd && minute === NOON ? [NOON, DAY_MINUTES] : [minute];
  return [minute, minute + NOON];
}

function refuseAmbiguous(text: string, start: number): never {
  const [early, late] = [formatClock(start), formatClock(start + NOON)];
  throw new OpeningHoursError(
    `"${text.replace(/^[\s,]+/, '')}" may begin in the morning or in the afternoon: write ${early} or ${late}, or add am or pm.`,
  );
}
