import { formatClock } from '../../lib/time/clock-text.ts';
import { type AskedDays, askedDays } from './asked-days.ts';
import { knownHours, periodsOf, workOutside } from './closed-days.ts';
import type { LocalInstants, Office } from './office.ts';
import { fittingMinute, wantedTime } from './wanted-time.ts';
import { WrongArgumentError } from './wrong-argument.ts';

/**
 * Returns the instants of a start, in the form of the tools or as a caller says it: `Friday at 3 pm`. A half of the day that is not said
 * is the one in which the business is open.
 * @throws WrongArgumentError, with the question if a time contradicts itself or can be in both halves.
 */
export async function readStart(text: string, office: Office): Promise<LocalInstants> {
  try {
    return await office.instants(text);
  } catch (error) {
    const said = error instanceof WrongArgumentError ? await saidStart(text, office) : undefined;
    if (said === undefined) throw error;
    return { ...(await office.instants(said)), given: text };
  }
}

/** Returns the local time; undefined if no day or no time is said. */
async function saidStart(text: string, office: Office): Promise<string | undefined> {
  const days = await askedDays(text, office);
  if ('spoken' in days || days.count !== 1 || days.clock?.relation !== 'at') return undefined;
  const { date } = office.local(days.start);
  return `${date}T${formatClock(await minuteOf(text, date, days, office))}`;
}

async function minuteOf(text: string, date: string, days: AskedDays, office: Office): Promise<number> {
  const { phrases, time } = office.speech;
  const wanted = wantedTime(undefined, days, office);
  if ('spoken' in wanted) throw new WrongArgumentError(text, 'has a part of the day and another time', wanted.spoken);
  const { minutes = [0] as const } = wanted.clock ?? {};
  if (minutes.length === 1) return minutes[0];
  const hours = knownHours(office);
  const open = hours ? await periodsOf(date, hours, office) : [];
  const periods = hours ? [...open, ...(await workOutside(date, open, office))] : [];
  const minute = fittingMinute({ minutes, relation: 'at' }, periods);
  if (minute !== undefined) return minute;
  const question = phrases.whichTime(minutes.map((one) => phrases.at(time(one))));
  throw new WrongArgumentError(text, 'can be in both halves of the day', question);
}
