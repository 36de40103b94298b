import { Temporal } from 'temporal-polyfill';

/** A date and time as Excel counts it, with the 1900 date system: days since 1899-12-30, and parts of a day. */
export interface Serial {
  /** Undefined of a time of day alone. */
  days: number | undefined;
  /** The decimals as the file has them; empty without any, or if all are zero behind days. */
  decimals: string;
}

/** 2000-01-01 and 2100-12-31: other numbers of five digits are no dates of appointments. */
const FIRST_DAY = 36_526;
const LAST_DAY = 73_415;
const EPOCH = Temporal.PlainDate.from('1899-12-30');

/** `46091`, `46091.4375`, with a decimal comma also `46091,4375`. */
const DAYS = /^(\d{5})(?:[.,](\d{1,15}))?$/;
/** `0.4375`, `.4375` */
const PART_OF_DAY = /^0?[.,](\d{1,15})$/;

const DAY_MINUTES = 24 * 60;
/** With so many decimals, a number stands for one minute, even if it was rounded or cut off. */
const EXACT_DECIMALS = 4;
/** What such a number can differ from its minute by: 0.0001 days, in minutes. */
const TOLERANCE = 0.15;

/** Returns undefined for a text that is no serial number. */
export function parseSerial(text: string): Serial | undefined {
  const [, days, decimals = ''] = DAYS.exec(text) ?? [];
  if (days === undefined) {
    const part = PART_OF_DAY.exec(text)?.[1];
    return part === undefined ? undefined : { days: undefined, decimals: part };
  }
  if (Number(days) < FIRST_DAY || Number(days) > LAST_DAY) return undefined;
  return { days: Number(days), decimals: /^0*$/.test(decimals) ? '' : decimals };
}

/** ISO 8601 */
export const dateOfDays = (days: number): string => EPOCH.add({ days }).toString();

/** Whether another number of the file can have been rounded to the same decimals. */
export const isShort = ({ decimals }: Serial): boolean => decimals !== '' && decimals.length < EXACT_DECIMALS;

/**
 * Returns the minutes after midnight that decimals stand for. Few decimals must be an exact part of the day: `.5` and `.375` are,
 * but `.42` is 10:00 that was rounded.
 * @returns undefined if that is no whole minute
 */
export function minutesOfDecimals(serial: Serial): number | undefined {
  const minutes = Number(`0.${serial.decimals}`) * DAY_MINUTES;
  if (isShort(serial)) return minutes % 5 === 0 ? minutes : undefined;
  const whole = Math.round(minutes);
  return Math.abs(minutes - whole) <= TOLERANCE && whole < DAY_MINUTES ? whole : undefined;
}
