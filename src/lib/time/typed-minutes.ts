import { MINUTES, UNITS, type Unit } from './minutes.ts';

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
