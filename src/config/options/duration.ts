const UNITS = { h: 3_600_000, m: 60_000, s: 1_000 } as const;

/** `30s`, `5m` or `1h` in milliseconds; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,6})([smh])$/.exec(text);
  return match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : undefined;
}

/** The inverse, in the largest unit that leaves a whole number. */
export function formatDuration(ms: number): string {
  const unit = (['h', 'm', 's'] as const).find((name) => ms % UNITS[name] === 0) ?? 's';
  return `${Math.round(ms / UNITS[unit])}${unit}`;
}
