import { quoteCell as show } from '../quote-cell.ts';
import { DottedTimes } from './dotted-times.ts';
import { expandCompact } from './read-compact.ts';
import { isShort, minutesOfDecimals, parseSerial, type Serial } from './read-serial.ts';

/** Dates and times that a file has as numbers: what they are depends on the other cells of its columns. */
export class NumericTimes {
  /** The first of each form. */
  readonly #examples = new Map<string, string>();
  /** Whether a time of day is a part of a day, and cannot be anything else. */
  #hasParts = false;
  /** Whether numbers have lost decimals. */
  #isRounded = false;
  readonly #dotted = new DottedTimes();

  /** @param cell a cell of a column of dates or times */
  add(cell: string): void {
    const text = cell.trim();
    const serial = parseSerial(text);
    const form = serial ? formOf(serial) : compactForm(text);
    if (form !== undefined && !this.#examples.has(form)) this.#examples.set(form, text);
    if (!serial) {
      this.#dotted.add(text);
      return;
    }
    if (serial.days === undefined && !isLikeClock(serial)) this.#hasParts = true;
    if (isShort(serial) && minutesOfDecimals(serial) === undefined) this.#isRounded = true;
  }

  /** A cell of each form that the file has. */
  get examples(): readonly string[] {
    return [...this.#examples.values()];
  }

  /**
   * Returns why a number cannot be read, with a correct value; undefined if it can, and for another text.
   * @param inFigures a date of the file whose figures can have two orders, such as `13/4/2024`
   */
  problem(text: string, inFigures: string | undefined): string | undefined {
    const serial = parseSerial(text);
    if (!serial) return this.#dotted.problem(text);
    const { days, decimals } = serial;
    if (days !== undefined && inFigures !== undefined)
      return `${show(text)} is a date of Excel, and other rows have dates such as ${inFigures}: Excel can have swapped day and month; write it as 2026-03-02`;
    if (days === undefined && isLikeClock(serial) && !this.#hasParts)
      return `${show(text)} can be minutes or a part of a day: write it as 14:30`;
    if (decimals === '') return undefined;
    const isReadable = minutesOfDecimals(serial) !== undefined && !(isShort(serial) && this.#isRounded);
    return isReadable ? undefined : `${show(text)} is no whole minute, or was rounded: write it as ${example(serial)}`;
  }
}

/** `0.25` can be a quarter past midnight and a quarter of the day. */
const isLikeClock = ({ decimals }: Serial) => decimals.length === 2;

const example = ({ days }: Serial) => (days === undefined ? '14:30' : '2026-03-02 14:30');

function formOf({ days, decimals }: Serial): string {
  if (days === undefined) return 'part of a day';
  return decimals === '' ? 'days' : 'days and part';
}

function compactForm(text: string): string | undefined {
  const expanded = expandCompact(text);
  if (expanded === undefined) return undefined;
  return expanded.includes('T') ? 'compact time' : 'compact date';
}
