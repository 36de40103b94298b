import type { DemoBusiness } from '../../src/platform/index.ts';

const HOUR = 3_600_000;
/** Start of the first booking: a Monday, so that days are easy to count. */
export const FIRST_START = Date.parse('2199-01-07T00:00:00Z');

/** Returns a business with `count` hourly bookings, whose order of creation differs from the order of start times. */
export function manyBookings(count: number): DemoBusiness {
  const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
  const bookings = Array.from({ length: count }, (_, index): DemoBusiness['bookings'][number] => {
    const start = FIRST_START + index * HOUR;
    return {
      id: `bk_${String(index).padStart(6, '0')}`,
      service_id: index % 7 === 0 ? 'svc_rare' : 'svc_usual',
      start_time: iso(start),
      end_time: iso(start + HOUR / 2),
      status: index % 10 === 0 ? 'cancelled' : 'confirmed',
      staff_id: 'stf_one',
      contact_id: 'ct_one',
      contact: { name: index === 4_321 ? 'Zoë Quist' : `Person ${index}`, email: null, phone: '+12125550100' },
      notes: '',
      // A fixed permutation: 7919 is coprime to every count in use.
      created_at: iso(Date.parse('2025-01-01T00:00:00Z') + ((index * 7_919) % count) * 1_000),
      updated_at: iso(Date.parse('2025-06-01T00:00:00Z')),
      cancelled_at: index % 10 === 0 ? iso(Date.parse('2025-06-01T00:00:00Z')) : null,
    };
  });
  const service = { description: null, duration_minutes: 30, price_cents: 0, currency: 'USD', staff_ids: ['stf_one'] };
  return {
    team: { id: 'team_many', name: 'Many', time_zone: 'UTC', default_country: 'US' },
    users: [{ id: 'usr_many', email: 'many@example.com', name: 'Many', role: 'owner' }],
    staff: [{ id: 'stf_one', name: 'One', title: '' }],
    services: [
      { id: 'svc_usual', name: 'Usual', ...service },
      { id: 'svc_rare', name: 'Rare', ...service },
    ],
    contacts: [
      {
        id: 'ct_one',
        name: 'One',
        email: null,
        phone: '+12125550100',
        created_at: '2025-01-01T00:00:00Z',
        updated_at: '2025-01-01T00:00:00Z',
      },
    ],
    bookings,
    calls: [],
  };
}
