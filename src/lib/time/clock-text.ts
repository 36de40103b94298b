/** Formats minutes after midnight: `09:05`, `24:00`. */
export const formatClock = (minute: number): string =>
  `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;

/** Formats an hour, a minute or a second: `07`. */
export const twoDigits = (number: number): string => String(number).padStart(2, '0');
