import type { ToolContext } from '../core/context.ts';

/** The week or month that `from` names, of a range without `to`. */
interface OpenEnd {
  /** Epoch milliseconds. */
  end: number;
  /** States which days the range has that `from` does not name. */
  note: string;
}

/** Returns it for a valid range; undefined if `from` names a day or a time, or the range has an end. */
export async function openEndOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  { time, clock }: Pick<ToolContext, 'time' | 'clock'>,
): Promise<OpenEnd | undefined> {
  if (from === undefined || to !== undefined) return undefined;
  const { endOfNamedPeriod } = await import('../../lib/time/named-period.ts');
  const end = endOfNamedPeriod(from, time.zone, clock.now());
  if (end === undefined) return undefined;
  return { end, note: `Without to, days after "${from.trim()}" count, too: to leave them out, repeat it as to.` };
}
