import { quoteCell as show } from '../quote-cell.ts';

/** `9.50`: a time of day with a point, or hours with decimals. A word such as `pm` or `Uhr` behind it says that it is a time. */
const DOTTED = /(?<![\d.:,])(\d{1,2})\.(\d{2})(?![\d.:,])(?!\s*(?:uhr|hrs?|h|[ap](?:\.?\s?m)?)\b)/gi;
/** `9.5`, as spreadsheets show hours with decimals. */
const ONE_DECIMAL = /^\d{1,2}\.\d$/;
/** Decimals that hours often have: quarters, thirds and sixths. */
const USUAL_DECIMALS = new Set(['25', '50', '75', '17', '33', '67', '83']);

interface Dotted {
  hour: string;
  /** The two digits behind the point. */
  digits: string;
}

const timesIn = (text: string): Dotted[] =>
  [...text.matchAll(DOTTED)].map(([, hour = '', digits = '']) => ({ hour, digits }));

/** Hours with decimals have no zero before them. */
const isPadded = ({ hour }: Dotted) => hour.startsWith('0');
const isFullHour = ({ digits }: Dotted) => digits === '00';

/** Times with a point: whether they can be hours with decimals depends on the other cells of the file. */
export class DottedTimes {
  /** Whether some are minutes, and cannot be decimals. */
  #hasMinutes = false;
  /** The first one that is hours with decimals, and cannot be minutes. */
  #decimal: string | undefined;

  /** @param text a cell of a column of dates or times */
  add(text: string): void {
    if (ONE_DECIMAL.test(text)) this.#decimal ??= text;
    for (const time of timesIn(text)) {
      if (Number(time.digits) > 59) this.#decimal ??= `${time.hour}.${time.digits}`;
      else if (isPadded(time) || !(isFullHour(time) || USUAL_DECIMALS.has(time.digits))) this.#hasMinutes = true;
    }
  }

  /** Returns why a cell cannot be read, with a correct value; undefined if it can, or has no such time. */
  problem(text: string): string | undefined {
    const unclear = timesIn(text).find(
      (time) =>
        !isPadded(time) &&
        !isFullHour(time) &&
        (this.#decimal !== undefined || (!this.#hasMinutes && USUAL_DECIMALS.has(time.digits))),
    );
    if (!unclear || Number(unclear.digits) > 59) return undefined;
    const { hour, digits } = unclear;
    const minutes = String(Math.round(Number(digits) * 0.6)).padStart(2, '0');
    const because = this.#decimal === undefined ? '' : `, because another row has ${show(this.#decimal)}`;
    return `${show(text)} can be ${hour}:${digits} or ${hour}:${minutes}${because}: write it with a colon`;
  }
}
