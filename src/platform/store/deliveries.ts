import { newId } from '../../lib/ids.ts';
import type { Db, DeliveryRow, EventRow } from './schema.ts';
import { listWebhooks } from './webhooks.ts';

/** Begins the delivery of an event to every active webhook of its team that asks for its type. */
export async function addDeliveries(tx: Db, event: EventRow): Promise<void> {
  const webhooks = (await listWebhooks(tx, event.team_id)).filter(
    ({ active, events_json }) => active === 1 && (JSON.parse(events_json) as string[]).includes(event.type),
  );
  if (webhooks.length === 0) return;
  const rows = webhooks.map(
    ({ id }): DeliveryRow => ({
      id: newId('dlv'),
      webhook_id: id,
      event_id: event.id,
      record_id: event.record_id,
      sequence: event.sequence,
      status: 'pending',
      attempts: 0,
      first_failed_at: null,
      // At once, whatever the clock of whoever sends it says.
      next_at: 0,
      leased_by: null,
    }),
  );
  await tx.insertInto('deliveries').values(rows).execute();
}
