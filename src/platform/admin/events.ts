import type { Notification } from '../../contract/index.ts';
import { eventsAfter, isOfLog, lastSequence, notificationOf } from '../store/events.ts';
import type { Store } from '../store/store.ts';

export interface EventsRead {
  /** In ascending order of their sequence numbers. */
  events: Notification[];
  /** The sequence number of each event. */
  sequences: number[];
  /** The sequence number to pass to the next call of `since`. */
  sequence: number;
  /**
   * True if the log is not the one that the sequence number is of: the database was restored from an older copy. There
   * are no events then, and `sequence` is the last one of the log.
   */
  restored?: true;
  /** Without a sequence number, of a demo business: when its records were made, in milliseconds. They have no events. */
  demoMadeAt?: number;
}

/** A team's events, for consumers in the same process. */
export interface AdminEvents {
  /**
   * Returns at most `limit` events after the sequence number of an earlier call. Consecutive calls leave no gap, except
   * for events older than the retention period of 30 days. If `sequence` is undefined, returns no events and the
   * sequence number of the last one.
   * @param options.eventId id of the event with that sequence number: detects that the log was replaced since.
   */
  since(
    sequence: number | undefined,
    limit: number,
    options?: { teamId?: string; eventId?: string | undefined },
  ): Promise<EventsRead>;
  /**
   * Calls `listener` after an event of any team: immediately if this process wrote it, within about a second if another
   * did; spurious calls are possible. Does not keep the process alive. Returns the function that unsubscribes.
   */
  onAppend(listener: () => void): () => void;
}

export function adminEvents(store: Store, firstTeamId: string): AdminEvents {
  return {
    since: (sequence, limit, { teamId = firstTeamId, eventId } = {}) =>
      store.read(async (db) => {
        if (sequence === undefined) {
          const team = await db.selectFrom('teams').select('demo_as_of').where('id', '=', teamId).executeTakeFirst();
          const made = team?.demo_as_of ?? undefined;
          const start = { events: [], sequences: [], sequence: await lastSequence(db, teamId) };
          return made === undefined ? start : { ...start, demoMadeAt: made };
        }
        if (!(await isOfLog(db, teamId, { sequence, eventId })))
          return { events: [], sequences: [], sequence: await lastSequence(db, teamId), restored: true };
        const rows = await eventsAfter(db, teamId, sequence, limit);
        const sequences = rows.map((row) => row.sequence);
        return { events: rows.map(notificationOf), sequences, sequence: sequences.at(-1) ?? sequence };
      }),
    onAppend: (listener) => store.onChange('events', listener),
  };
}
