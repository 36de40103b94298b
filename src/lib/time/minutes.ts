const MINUTES = { w: 7 * 24 * 60, d: 24 * 60, h: 60, m: 1 } as const;
type Unit = keyof typeof MINUTES;
const UNITS = Object.keys(MINUTES) as Unit[];

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

/** The names of the units in the languages of the receptionist, and in Dutch. */
const NAMES: Readonly<Record<Unit, string>> = {
  w: 'w week weeks woche wochen semaine semaines semana semanas settimana settimane weken',
  d: 'd day days tag tage tagen jour jours dia dias día días giorno giorni dag dagen',
  h: 'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur',
  m: 'm min mins minute minutes minuten minuto minutos minuti minuut',
};

/** `1.30 h` is no part of a duration: it can be an hour and 18 minutes, or 30. */
const PART = /(\d+(?:[.,](?:\d|00|25|75))?) *(\p{L}+)\.?[ ,]*(?:(?:and|und|et|y|e|en) )?/gu;
/** Minutes behind hours: `1h30`. */
const REST = /^[0-5]\d$/;

/**
 * The minutes of a duration as people write it: `45 min`, `2 hours`, `1.5h`, `1h30`, `1 Stunde und 30 Min.`; undefined for any
 * other text. Units come once and the longest first: `30m, 45m` are two durations.
 */
export function readMinutes(text: string): number | undefined {
  let total = 0;
  let previous = Number.POSITIVE_INFINITY;
  let rest = text.toLowerCase().replace(PART, (part: string, count: string, name: string) => {
    const unit = UNITS.find((one) => NAMES[one].split(' ').includes(name));
    if (!unit || MINUTES[unit] >= previous) return part;
    previous = MINUTES[unit];
    total += Number(count.replace(',', '.')) * previous;
    return '';
  });
  if (previous === MINUTES.h && REST.test(rest)) {
    total += Number(rest);
    rest = '';
  }
  // Most decimal fractions have no exact binary form: 4.1 hours are a little less than 246 minutes.
  const minutes = Math.round(total);
  return rest === '' && text !== '' && Math.abs(total - minutes) < 1e-6 ? minutes : undefined;
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
