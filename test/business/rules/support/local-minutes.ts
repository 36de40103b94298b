const MINUTE_MS = 60_000;

/** What the clocks of a zone show in each minute of a stretch of time. */
export interface LocalMinutes {
  /** The instant of the first minute. */
  start: number;
  count: number;
  /** `2026-03-08` */
  dates: string[];
  /** Minutes after midnight. */
  times: number[];
  /** `2026-03-08T01:59` */
  texts: string[];
}

const known = new Map<string, LocalMinutes>();

/** Asks Intl for every single minute of `days` days, from the start of a date in UTC. Results are kept. */
export function localMinutes(zone: string, date: string, days: number): LocalMinutes {
  const key = `${zone} ${date} ${days}`;
  const made = known.get(key) ?? compute(zone, Date.parse(`${date}T00:00:00Z`), days * 24 * 60);
  known.set(key, made);
  return made;
}

function compute(zone: string, start: number, count: number): LocalMinutes {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const minutes: LocalMinutes = { start, count, dates: [], times: [], texts: [] };
  for (let index = 0; index < count; index++) {
    const text = format.format(start + index * MINUTE_MS).replace(' ', 'T');
    minutes.texts.push(text);
    minutes.dates.push(text.slice(0, 10));
    minutes.times.push(Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)));
  }
  return minutes;
}

export const minuteOf = ({ start }: LocalMinutes, instant: number) => (instant - start) / MINUTE_MS;
export const instantOf = ({ start }: LocalMinutes, minute: number) => start + minute * MINUTE_MS;
