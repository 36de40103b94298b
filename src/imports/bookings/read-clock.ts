/** Minutes after midnight, and the text before the time. */
export interface ClockReading {
  before: string;
  minutes: number;
}

/**
 * A time of day at the end of a text: `14:30`, `14:30:00.000`, `14.30`, `14 h 30`, `9h30min`, `2:30 pm`, `2:30p`, `2 p. m.`, `14 Uhr`,
 * `14 Uhr 30`.
 */
const CLOCK =
  /(?:^|[\sT,])(\d{1,2})(?:(?:[:.]|\s?h\s?|\s?uhr\s?)(\d{2})(?::\d{2}(?:[.,]\d+)?)?)?\s*([ap](?:\.?\s?m)?\.?|uhr|hrs?|h|min)?\.?$/i;
/** Twelve o'clock as a word, also behind its figures: `noon`, `12 noon`, `12:00 midnight`. */
const TWELVE =
  /(?:^|[\s,])(?:12(?:[:.]00)?\s*)?(?:(noon|midday|mittags?|midi|mediod[ií]a|mezzogiorno|meio[- ]dia)|midnight|mitternachts?|minuit|medianoche|mezzanotte|meia[- ]noite)$/i;
/** Words between a date and a time. */
const JOINT = /[\s,]+(?:[-–—]|at|um|à|a las|às|alle|alle ore|ore)?[\s,]*$/i;

/**
 * Reads the time of day at the end of a text. An hour alone needs a word such as `pm`, because a number can also be a day.
 * @returns undefined if there is none
 */
export function readClock(text: string): ClockReading | undefined {
  const trimmed = text.trim();
  const twelve = TWELVE.exec(trimmed);
  // Midnight is the beginning of its day. The end of an appointment is one of the next day then.
  if (twelve) return readingOf(trimmed, twelve.index, twelve[1] === undefined ? 0 : 12 * 60);
  const match = CLOCK.exec(trimmed);
  const [, hourText, minuteText, word] = match ?? [];
  if (!match || hourText === undefined || (minuteText === undefined && (word === undefined || /^min/i.test(word))))
    return undefined;
  const half = /^[ap]/i.exec(word ?? '')?.[0].toLowerCase();
  const [hour, minute] = [Number(hourText), Number(minuteText ?? 0)];
  if (minute > 59 || (half ? hour < 1 || hour > 12 : hour > 24 || (hour === 24 && minute > 0))) return undefined;
  return readingOf(trimmed, match.index, (half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour) * 60 + minute);
}

const readingOf = (text: string, index: number, minutes: number): ClockReading => ({
  before: `${text.slice(0, index)} `.replace(JOINT, '').trim(),
  minutes,
});

/** `930` and `0930`: hours and minutes without a separator. */
const FIGURES = /^(\d|[01]\d|2[0-4])([0-5]\d)$/;

/** Returns a cell of a column of times with a colon, if it is a number: `14` is an hour there, and `930` half past nine. */
export function withColon(text: string): string {
  if (/^\d{1,2}$/.test(text)) return `${text}:00`;
  return text.replace(FIGURES, '$1:$2');
}

/** Returns the part of a cell that is before its time of day, or before its two: its date, if it has one. */
export function textBeforeClock(text: string): string {
  const start = readClockRange(text)?.start ?? text;
  return readClock(start)?.before ?? start;
}

/** Two hours, with minutes or without: `11:15-12`, `1115-1200`. */
const HOURS = /^(\d{1,2}(?::\d{2})?|\d{3,4})\s*[-–—]\s*(\d{1,2}(?::\d{2})?|\d{3,4})$/;
/** What stands between two times, before the second one. */
const TO = /\s*(?:[-–—]|\b(?:bis|to|until)\b)\s*(?=\d{1,2}(?:[:.h]\d{2}|\s*[ap]\.?m|[ap]\b|\s?h\b|\s?uhr\b)|\p{L}+$)/iu;

/**
 * Reads two times of day such as `10:00 - 10:30`.
 * @param areHours whether numbers alone are hours, because the date is in another column
 * @returns undefined for another text
 */
export function readClockRange(text: string, areHours = false): { start: string; end: string } | undefined {
  const [, first, last] = (areHours && HOURS.exec(text.trim())) || [];
  // A year and a month are no range.
  if (first && last && isFigures(first) === isFigures(last)) return { start: first, end: withColon(last) };
  const [start, end, ...more] = text.split(TO);
  if (start === undefined || end === undefined || more.length > 0 || !/\d/.test(start)) return undefined;
  const [one, other] = [readClock(start), readClock(end)];
  return one && other?.before === '' ? { start, end } : undefined;
}

const isFigures = (text: string) => /^\d{3,4}$/.test(text);

const MINUTES = /^(\d{1,4})(?:[.,]0{1,2})?\s*(?:m|min|mins|minutes?|minuten|minutos|minuti|')?\.?$/i;
/** `0:45`, `00:45:00` */
const BY_CLOCK = /^(\d{1,2}):(\d{2})(?::00)?$/;
const IN_HOURS =
  /^(\d{1,2})\s*(?:h|hrs?|hours?|std\.?|stunden?|heures?|horas?|or[ae])[\s,]*(?:(?:and|und|et|y|e)\s+)?(?:(\d{1,2})\s*(?:m|min|mins|minutes?|minuten|minutos|minuti)?)?\.?$/i;
const DECIMAL_HOURS = /^(\d{1,2}[.,]\d{1,2})\s*(?:h|hours?|hrs?|std\.?|stunden|heures?|horas?|ore)$/i;

/** Reads a length in minutes: `45`, `45 min`, `0:45`, `1h 30`, `1.5 hours`. Returns undefined for another text. */
export function readLength(text: string): number | undefined {
  const minutes = MINUTES.exec(text)?.[1];
  if (minutes !== undefined) return Number(minutes);
  const [, hours, rest = '0'] = BY_CLOCK.exec(text) ?? IN_HOURS.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(rest);
  const decimal = DECIMAL_HOURS.exec(text)?.[1];
  return decimal === undefined ? undefined : Math.round(Number(decimal.replace(',', '.')) * 60);
}
