import type { Contact, Service } from '../../../src/contract/index.ts';
import type { DemoBusiness } from '../../../src/platform/index.ts';
import type { UnreportedCall } from '../../../src/platform/store/calls/calls.ts';

/** Start of the tests' clocks: a Monday. */
export const NOW = '2026-03-02T09:00:00Z';

/**
 * A small business. `tag` is the suffix of all ids, so that several businesses fit into one database. Both staff members
 * perform the cut, one of them also the colouring.
 */
export function smallBusiness(tag = 'a'): DemoBusiness {
  const id = (name: string) => `${name}_${tag}`;
  return {
    team: { id: id('team'), name: `Salon ${tag}`, time_zone: 'Europe/Vienna', default_country: 'AT' },
    users: [
      { id: id('usr_owner'), email: `owner.${tag}@example.com`, name: 'Olga', role: 'owner' },
      { id: id('usr_admin'), email: `admin.${tag}@example.com`, name: 'Ada', role: 'admin' },
      { id: id('usr_member'), email: `member.${tag}@example.com`, name: 'Max', role: 'member' },
    ],
    staff: [
      { id: id('st_1'), name: 'Sam', title: 'Stylist' },
      { id: id('st_2'), name: 'Cleo', title: 'Colourist' },
    ],
    services: [
      service(id('sv_cut'), 'Cut', 30, [id('st_1'), id('st_2')]),
      service(id('sv_color'), 'Colour', 90, [id('st_2')]),
      service(id('sv_none'), 'Without staff', 30, []),
    ],
    contacts: [
      contact(id('ct_1'), 'Erika Muster', `erika.${tag}@example.com`, '+15550100101', '2026-01-05T10:00:00Z'),
      contact(id('ct_2'), 'Hans Muster', null, '+15550100102', '2026-01-06T10:00:00Z'),
      contact(id('ct_3'), 'No Reach', null, null, '2026-01-06T10:00:00Z'),
    ],
    bookings: [booking(id, '2026-02-20T10:00:00Z', 1), booking(id, '2026-03-20T10:00:00Z', 2)],
    calls: [call(id('call_1'), '2026-03-01T15:00:00Z'), call(id('call_2'), '2026-03-01T16:00:00Z')],
  };
}

function service(id: string, name: string, duration_minutes: number, staff_ids: string[]): Service {
  return { id, name, description: null, duration_minutes, price_cents: 4500, currency: 'EUR', staff_ids };
}

function contact(id: string, name: string, email: string | null, phone: string | null, created_at: string): Contact {
  return { id, name, email, phone, created_at, updated_at: created_at };
}

function booking(id: (name: string) => string, start_time: string, number: number): DemoBusiness['bookings'][number] {
  return {
    id: id(`bk_${number}`),
    service_id: id('sv_cut'),
    staff_id: id('st_1'),
    contact_id: id('ct_1'),
    contact: { name: 'Erika Muster', email: 'erika@example.com', phone: null },
    start_time,
    end_time: start_time.replace(':00:00', ':30:00'),
    status: 'confirmed',
    notes: 'Short at the sides',
    created_at: '2026-02-01T10:00:00Z',
    updated_at: '2026-02-01T10:00:00Z',
    cancelled_at: null,
  };
}

function call(id: string, started_at: string): UnreportedCall {
  return {
    id,
    direction: 'inbound',
    status: 'completed',
    phone: '+15550100101',
    contact_id: null,
    started_at,
    ended_at: started_at.replace(':00Z', ':42Z'),
    duration_seconds: 42,
    outcome: 'question',
    language: 'en',
    summary: 'Asked when the salon opens.',
    booking_id: null,
    transcript: [{ speaker: 'caller', text: 'When do you open?', offset_seconds: 3 }],
  };
}
