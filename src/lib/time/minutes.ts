/** By the letters of the units. */
export const MINUTES = { w: 7 * 24 * 60, d: 24 * 60, h: 60, m: 1 } as const;
export type Unit = keyof typeof MINUTES;
/** The longest first. */
export const UNITS = Object.keys(MINUTES) as Unit[];

/** The form of `parseMinutes`, for schemas: `45m`, `1h30m`, `180d`. */
export const MINUTES_PATTERN = /^(?=\d)(?:\d{1,4}w)?(?:\d{1,5}d)?(?:\d{1,6}h)?(?:\d{1,7}m)?$/;

/** `45m`, `1h30m`, `2h`, `180d` or `2w` in minutes; undefined for any other text. */
export function parseMinutes(text: string): number | undefined {
  if (!MINUTES_PATTERN.test(text)) return undefined;
  return [...text.matchAll(/(\d+)([wdhm])/g)].reduce(
    (total, [, count, unit]) => total + Number(count) * MINUTES[unit as Unit],
    0,
  );
}

/** The inverse of `parseMinutes`: days, hours and minutes, without zeros. */
export function formatMinutes(minutes: number): string {
  let rest = minutes;
  const parts = UNITS.filter((unit) => unit !== 'w').flatMap((unit) => {
    const count = Math.floor(rest / MINUTES[unit]);
    rest -= count * MINUTES[unit];
    return count > 0 ? `${count}${unit}` : [];
  });
  return parts.join('') || '0m';
}

/**
 * A minimum notice in words. Of opening hours, a day is 24 hours too, which are several working days: `1d (24h of opening
 * hours)`.
 */
export function formatNotice(minutes: number, counts: string | undefined): string {
  const text = formatMinutes(minutes);
  if (counts !== 'opening_hours' || minutes === 0) return text;
  if (minutes < MINUTES.d) return `${text} of opening hours`;
  const [hours, rest] = [Math.floor(minutes / MINUTES.h), minutes % MINUTES.h];
  return `${text} (${hours}h${rest > 0 ? `${rest}m` : ''} of opening hours)`;
}
