import type { Notification } from '../../contract/index.ts';
import { eventsAfter, lastSequence, notificationOf } from '../store/events.ts';
import type { Store } from '../store/store.ts';

export interface EventsRead {
  /** In the order in which they happened. */
  events: Notification[];
  /** The sequence number of each of them. */
  sequences: number[];
  /** What to read after next time. */
  sequence: number;
}

/** What happened in a team, for whoever is in the same process. */
export interface OperatorEvents {
  /**
   * The events after a sequence number of an earlier answer, at most `limit` of them; none is ever left out between two
   * answers, but those of more than 30 days ago may be gone. Undefined: none, and where the last one is.
   */
  since(sequence: number | undefined, limit: number, options?: { teamId?: string }): Promise<EventsRead>;
  /**
   * Calls `listener` after an event of any team: at once when this process wrote it, within about a second when another
   * did; sometimes for no reason. Keeps no process alive. Returns what ends it.
   */
  onAppend(listener: () => void): () => void;
}

export function operatorEvents(store: Store, firstTeamId: string): OperatorEvents {
  return {
    since: (sequence, limit, { teamId = firstTeamId } = {}) =>
      store.read(async (db) => {
        if (sequence === undefined) return { events: [], sequences: [], sequence: await lastSequence(db, teamId) };
        const rows = await eventsAfter(db, teamId, sequence, limit);
        const sequences = rows.map((row) => row.sequence);
        return { events: rows.map(notificationOf), sequences, sequence: sequences.at(-1) ?? sequence };
      }),
    onAppend: (listener) => store.onChange(listener),
  };
}
