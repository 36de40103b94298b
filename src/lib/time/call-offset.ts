import { twoDigits } from './clock-text.ts';

/** Formats a time in a call, or its length, in seconds: `2:34`, or `1:02:34`. */
export function formatCallOffset(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}
