import { createFailureLog } from '../../lib/logging/failure-log.ts';
import type { Logger } from '../../lib/logging/logger.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { offsetAt } from '../../lib/time/offset.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import type { TeamRow } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';

/** How often the date is looked at, in milliseconds. */
const CHECK_MS = 60_000;

/**
 * Returns a function that moves the demo's records to the current day, if the day has changed; to be called before requests
 * are answered. Of several processes on one database one does it. Without the demo it does nothing. It never rejects: records of
 * yesterday are better than no answer.
 */
export function followClock(store: Store, clock: Clock, team: TeamRow, logger: Logger): () => Promise<void> {
  if (team.is_demo !== 1) return async () => {};
  const log = createFailureLog(
    logger,
    { failure: "the demo's records stay those of an earlier day", recovery: "the demo's records follow the day again" },
    clock,
  );
  let checked = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  return async () => {
    if (clock.monotonic() - checked < CHECK_MS) return running;
    checked = clock.monotonic();
    running = refreshIfDue(store, clock, team.id)
      .then(log.succeeded, log.failed)
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}

async function refreshIfDue(store: Store, clock: Clock, teamId: string): Promise<void> {
  const isDue = ({ demo_as_of, time_zone }: TeamRow) =>
    demo_as_of !== null && dayNumber(clock.now(), time_zone) > dayNumber(demo_as_of, time_zone);
  const find = (db: Parameters<Parameters<Store['read']>[0]>[0]) =>
    db.selectFrom('teams').selectAll().where('id', '=', teamId).executeTakeFirst();
  const team = await store.readUncoordinated(find);
  if (!team || !isDue(team)) return;
  // Large, and needed once a day.
  const { refreshDemo } = await import('./refresh.ts');
  await store.write(
    async (tx) => {
      const current = await find(tx);
      if (current && isDue(current)) await refreshDemo(tx, current, clock.now());
    },
    { team: teamId },
  );
}

/** The number of the local day, counted from 1970. */
const dayNumber = (instant: number, zone: string) => Math.floor((instant + offsetAt(instant, zone)) / DAY_MS);
