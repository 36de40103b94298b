import type { BusinessFile } from '../../../../src/contract/index.ts';
import type { DemoBusiness } from '../../../../src/platform/index.ts';
import { insertBooking } from '../../../../src/platform/store/bookings/bookings.ts';
import type { Db } from '../../../../src/platform/store/schema/schema.ts';
import { instantOf, type LocalMinutes } from './local-minutes.ts';
import type { ServiceModel } from './practice.ts';
import type { SlowBooking } from './slow-rules.ts';

export const TEAM = 'team_practice';

/** A new database's content: a business, and three customers. */
export function seedOf(file: BusinessFile, now: number): DemoBusiness {
  const created = new Date(now).toISOString();
  return {
    team: { id: TEAM, name: 'Practice', time_zone: file.time_zone ?? 'UTC', default_country: 'US' },
    users: [{ id: 'usr_practice', email: 'owner@example.com', name: 'Pat', role: 'owner' }],
    staff: [],
    services: [],
    contacts: CUSTOMERS.map(({ id, name, email }) => ({
      id,
      name,
      email,
      phone: null,
      created_at: created,
      updated_at: created,
    })),
    bookings: [],
    calls: [],
    file,
  };
}

export const CUSTOMERS = ['xenia', 'yusuf', 'zoe'].map((name) => ({
  id: `ct_${name}`,
  name,
  email: `${name}@example.com`,
}));

/** Stores a booking as it is, without the rules. */
export async function store(
  tx: Db,
  local: LocalMinutes,
  { id, staff, contact, start, busyStart, busyEnd }: SlowBooking,
  service: ServiceModel,
  status: 'confirmed' | 'cancelled' = 'confirmed',
): Promise<void> {
  await insertBooking(tx, {
    id,
    team_id: TEAM,
    service_id: service.id,
    staff_id: staff,
    contact_id: `ct_${contact}`,
    contact_name: contact,
    contact_email: `${contact}@example.com`,
    contact_phone: null,
    start_time: instantOf(local, start),
    end_time: instantOf(local, start + service.duration),
    busy_start: instantOf(local, busyStart),
    busy_end: instantOf(local, busyEnd),
    status,
    attendance: null,
    notes: '',
    created_at: 0,
    updated_at: 0,
    cancelled_at: status === 'cancelled' ? 0 : null,
    overrides_json: '[]',
    call_reference: null,
    sequence: 0,
  });
}
