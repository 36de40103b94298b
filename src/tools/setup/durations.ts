import * as z from 'zod';
import { quoted, say, trusted } from '../../lib/text/sentence.ts';
import { formatMinutes } from '../../lib/time/minutes.ts';
import { readMinutes } from '../../lib/time/typed-minutes.ts';
import { ToolError } from '../core/errors.ts';

interface Duration {
  example: string;
  /** True if a number without a unit can only be minutes. */
  isInMinutes?: true;
  /** The value for `none`; null removes the value. Without it, there must be one. */
  none?: null | '0m';
}

const DURATIONS = {
  duration: { example: '45m', isInMinutes: true },
  buffer_before: { example: '5m', isInMinutes: true, none: '0m' },
  buffer_after: { example: '10m', isInMinutes: true, none: '0m' },
  minimum_notice: { example: '2h', none: null },
  booking_window: { example: '180d', none: null },
  slot_interval: { example: '15m', isInMinutes: true },
} as const satisfies Record<string, Duration>;
type Name = keyof typeof DURATIONS;

/** Input: a duration, such as `45m` or `1 hour and 30 minutes`. */
export const durationInput = () => z.string().min(1).max(40);

/** Durations in the form of the business file; null removes one. */
type Read<T> = { [N in keyof T]: N extends 'minimum_notice' | 'booking_window' ? string | null : string };

/**
 * Returns the given durations in the form of the business file.
 * @throws ToolError with an example, for a text that is no duration or could be in several units.
 */
export function readDurations<T extends { [N in Name]?: string | undefined }>(given: T): Partial<Read<T>> {
  const read = Object.entries(given).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, readDuration(name as Name, text)]],
  );
  return Object.fromEntries(read);
}

function readDuration(name: Name, text: string): string | null {
  const { example, isInMinutes, none }: Duration = DURATIONS[name];
  const plain = text.trim().toLowerCase();
  if (none !== undefined && plain === 'none') return none;
  rejectOtherUnit(name, text);
  // No notice is the same in all units. A window of nothing would permit no booking.
  const hasUnit = !/^\d+$/.test(plain);
  const minutes = hasUnit
    ? readMinutes(plain)
    : isInMinutes || (name === 'minimum_notice' && Number(plain) === 0)
      ? Number(plain)
      : undefined;
  if (minutes !== undefined) return formatMinutes(minutes);
  const form = none === undefined ? example : `${example}, or none`;
  throw new ToolError(say`${name}: ${quoted(text)} is not a duration such as ${trusted(form)}.`);
}

/** @throws ToolError for a number that is more likely in another unit: `2` hours of a service, `6m` (months) of a window. */
function rejectOtherUnit(name: Name, text: string): void {
  const [, digits, unit] = /^(\d{1,5}) *(m?)$/i.exec(text.trim()) ?? [];
  const count = Number(digits);
  if (!digits || count === 0) return;
  if (name === 'booking_window' && unit && count < 60)
    throw new ToolError(
      say`${name}: ${quoted(text)} can be minutes or months. Write days, such as ${count * 30}d, or ${count} min.`,
    );
  if ('isInMinutes' in DURATIONS[name] && !unit && count < 5)
    throw new ToolError(say`${name}: ${quoted(text)} can be minutes or hours. Write ${count}m or ${count}h.`);
}
