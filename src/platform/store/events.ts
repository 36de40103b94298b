import type { Notification } from '../../contract/index.ts';
import { newId } from '../../lib/ids.ts';
import { markChanged } from './change-marker.ts';
import { addDeliveries } from './deliveries/deliveries.ts';
import { countAdded, positionOf, readTotal } from './paging.ts';
import { prepared } from './prepared.ts';
import type { Db, EventRow } from './schema/schema.ts';
import { send } from './sent.ts';
import { toIso } from './time.ts';

interface NewEvent {
  teamId: string;
  /** A name of the event catalogue (`WEBHOOK_EVENTS`). */
  type: string;
  /** When it happened, in epoch milliseconds. */
  time: number;
  /** The record in its list form. */
  data: { id: string };
}

/**
 * Transactional outbox: stores an event and its deliveries in the transaction of the change that it reports, without waiting
 * for the answer.
 */
export async function appendEvent(tx: Db, { teamId, type, time, data }: NewEvent): Promise<void> {
  const added = countAdded(tx, teamId, 'events');
  const event = { id: newId('evt'), team_id: teamId, type, record_id: data.id };
  const data_json = JSON.stringify(data);
  send(tx, insertEvent({ ...event, time, data_json, added }));
  addDeliveries(tx, event, added);
  markChanged(tx, 'events');
}

const insertEvent = prepared((db, { added, ...event }: Omit<EventRow, 'sequence'> & { added: number }) =>
  db.insertInto('events').values({ ...event, sequence: positionOf(event.team_id, 'events', added) }),
);

/** The team's events after a sequence number, in ascending order. */
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
  return readTotal(db, teamId, 'events');
}

/**
 * Returns whether the team's log still has the event with this number, and no other one in its place. An event that was
 * pruned counts as had: numbers that were assigned after it show that.
 */
export async function isOfLog(
  db: Db,
  teamId: string,
  { sequence, eventId }: { sequence: number; eventId: string | undefined },
): Promise<boolean> {
  if (sequence === 0) return true;
  const found = await db
    .selectFrom('events')
    .select('id')
    .where('team_id', '=', teamId)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  if (found) return eventId === undefined || found.id === eventId;
  return (await lastSequence(db, teamId)) >= sequence;
}

/** The webhook payload of an event. */
export function notificationOf(row: Omit<EventRow, 'sequence' | 'record_id'>): Notification {
  return {
    id: row.id,
    type: row.type,
    time: toIso(row.time),
    team_id: row.team_id,
    data: JSON.parse(row.data_json) as Notification['data'],
  };
}
