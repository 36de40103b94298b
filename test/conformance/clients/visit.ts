import { parseInvocation } from '../../../src/cli/parser/parse.ts';
import { readSettings } from '../../../src/config/settings.ts';
import { ALL_TOOLS, selectTools } from '../../../src/tools/index.ts';
import { field } from '../../support/clients.ts';
import type { ExternalTools } from '../outside.ts';
import { AI_SDKS } from './ai-sdk.ts';
import type { ClientKind, ExternalClient, Target } from './client.ts';
import { INSPECTORS } from './inspector.ts';
import { MCPORTERS } from './mcporter.ts';
import { V1_CLIENTS } from './v1-sdk.ts';

export const CLIENTS: readonly ClientKind[] = [...V1_CLIENTS, ...INSPECTORS, ...AI_SDKS, ...MCPORTERS];

/** Tools that the server offers by default. */
const OFFERED = selectTools(ALL_TOOLS, readSettings(parseInvocation(['http'], {}).options)).offered.map(
  ({ name }) => name,
);

/** The outcome of each step, as text for the table. */
export interface Visit {
  listed: string;
  booked: string;
  /** Status and kind of the error for an unknown record. */
  failed: string;
  cancelled: 'by form' | 'by token';
}

/**
 * Lists tools, books, provokes an error, and cancels the booking, which requires confirmation. `day` is a free day of 2194.
 * @throws if a step fails.
 */
export async function visit(kind: ClientKind, target: Target, outside: ExternalTools, day: string): Promise<Visit> {
  const client = await kind.open(target, outside);
  try {
    const listed = await client.tools();
    const missing = OFFERED.filter((name) => !listed.includes(name));
    if (missing.length > 0) throw new Error(`did not list ${missing.join(', ')}`);
    const services = await client.call('list_services', {});
    const booked = await client.call('create_booking', {
      service_id: field(services.data, 'items', 0, 'id'),
      start_time: `${day}T10:00`,
      contact_name: 'Robin Tester',
      contact_email: 'robin@example.com',
    });
    const id = field(booked.data, 'booking', 'id');
    if (booked.isError || typeof id !== 'string') throw new Error(`did not book: ${JSON.stringify(booked.data)}`);
    const failed = await client.call('get_booking', { booking_id: 'bk_nowhere' });
    if (!failed.isError) throw new Error('did not report an error');
    return {
      listed: 'all tools',
      booked: String(field(booked.data, 'booking', 'status')),
      failed: `${field(failed.data, 'error', 'status')} ${field(failed.data, 'error', 'kind')}`,
      cancelled: await cancel(client, id),
    };
  } finally {
    await client.close();
  }
}

async function cancel(client: ExternalClient, booking_id: string): Promise<Visit['cancelled']> {
  const first = await client.call('cancel_booking', { booking_id });
  const confirm_token = field(first.data, 'question', 'repeat_with', 'confirm_token');
  const isDone = confirm_token === undefined;
  const last = isDone ? first : await client.call('cancel_booking', { booking_id, confirm_token });
  const stored = await client.call('get_booking', { booking_id });
  if (field(last.data, 'booking', 'status') !== 'cancelled' || field(stored.data, 'booking', 'status') !== 'cancelled')
    throw new Error(`did not cancel: ${JSON.stringify(last.data)}`);
  if (isDone && client.forms() === 0) throw new Error('cancelled without confirmation');
  return isDone ? 'by form' : 'by token';
}
