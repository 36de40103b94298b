import type { Notification } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import { markChanged } from './changes.ts';
import { addDeliveries } from './deliveries.ts';
import { raiseTotal, totalOf } from './paging.ts';
import type { Db, EventRow } from './schema.ts';
import { toIso } from './time.ts';

export interface NewEvent {
  teamId: string;
  /** From the catalogue. */
  type: string;
  /** When it happened, in epoch milliseconds. */
  time: number;
  /** The record as lists show it. */
  data: { id: string };
}

/** Writes down what happens in this transaction, and for whom it is. */
export async function appendEvent(tx: Db, { teamId, type, time, data }: NewEvent): Promise<void> {
  const event: EventRow = {
    id: newId('evt'),
    team_id: teamId,
    sequence: await raiseTotal(tx, teamId, 'events', 1),
    type,
    record_id: data.id,
    time,
    data_json: JSON.stringify(data),
  };
  await tx.insertInto('events').values(event).execute();
  await addDeliveries(tx, event);
  markChanged(tx);
}

/** The team's events after a sequence number, in their order. */
export async function eventsAfter(db: Db, teamId: string, sequence: number, limit: number): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** The sequence number of the team's last event; 0 before the first. */
export async function lastSequence(db: Db, teamId: string): Promise<number> {
  return totalOf(db, teamId, 'events');
}

/** What is told of an event. */
export function notificationOf(row: Omit<EventRow, 'sequence' | 'record_id'>): Notification {
  return {
    id: row.id,
    type: row.type,
    time: toIso(row.time),
    team_id: row.team_id,
    data: JSON.parse(row.data_json) as Notification['data'],
  };
}
