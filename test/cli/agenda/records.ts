import type { AgendaRecords } from '../../../src/cli/agenda/read-records.ts';

/** Monday to Sunday: the first one is the day of most tests. */
export const MONDAY = '2199-03-04';
export const ZONE = 'America/New_York';

type Booking = AgendaRecords['bookings'][number];

/** A booking at a local time of the Monday in March, when New York is five hours behind UTC. */
export function booking(from: string, to: string, more: Partial<Booking> = {}): Booking {
  const instant = (time: string) => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return new Date(Date.parse(`${MONDAY}T05:00:00Z`) + (hour * 60 + minute) * 60_000).toISOString();
  };
  return {
    id: `bk_${from}`,
    service_id: 'cut',
    service_name: 'Haircut',
    status: 'confirmed',
    start_time: instant(from),
    end_time: instant(to),
    staff_id: 'ana',
    contact: { name: 'Noah Berg', phone: '+12125550123', email: null },
    ...more,
  };
}

const person = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  title: '',
  opening_hours: null,
  time_off: [] as { from: string; to: string }[],
  has_calendar: false,
  active: true,
  ...more,
});

export const ANA = person('ana', 'Ana Diaz');
export const BEN = person('ben', 'Ben Okafor', {
  opening_hours: ['Mon 10:00-12:00'],
  time_off: [{ from: `${MONDAY}T11:00`, to: `${MONDAY}T11:30` }],
});

/** A salon with hours, a closure and buffers, and the bookings of a test. */
export function recordsOf(bookings: Booking[], more: Partial<AgendaRecords> = {}): AgendaRecords {
  return {
    business: {
      name: 'Corner Salon',
      opening_hours: ['Mon-Fri 09:00-12:00'],
      closures: [{ from: '2199-03-05', to: '2199-03-05', reason: 'Stocktaking' }],
      special_hours: [{ from: '2199-03-06', to: '2199-03-06', hours: '09:00-10:00', reason: null, staff: [] }],
    },
    staff: [ANA, BEN],
    services: new Map([['cut', { name: 'Haircut', minutes: 45, bufferBefore: 0, bufferAfter: 15 }]]),
    bookings,
    isComplete: true,
    privateBusy: new Map(),
    ...more,
  };
}
