import type { DemoBusiness } from '../../../src/platform/index.ts';

/** The clock of all processes: before every booking of the history. */
export const NOW = '2026-03-02T09:00:00Z';
const DAY_MS = 24 * 60 * 60_000;
const FIRST_DAY = Date.UTC(2026, 3, 1);
export const RULES = { max_per_customer_and_day: 2, max_per_day: 40 };
/** Bookings of customers that the history makes, beside new ones. */
export const CUSTOMERS = 40;

export const dayOf = (instant: number) => Math.floor((instant - FIRST_DAY) / DAY_MS);
export const startOf = (day: number, halfHour: number) => FIRST_DAY + day * DAY_MS + (9 * 2 + halfHour) * 30 * 60_000;
export const dateOf = (day: number) => new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);

const PEOPLE = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];
/** Minutes, and who performs the service, by its id. */
export const SERVICES: Record<string, { minutes: number; people: string[] }> = {
  short: { minutes: 30, people: PEOPLE },
  long: { minutes: 90, people: ['p1', 'p2', 'p3'] },
  special: { minutes: 60, people: ['p6'] },
};

/** A business in UTC that is open all day. */
export const business: DemoBusiness = {
  team: { id: 'team', name: 'History', time_zone: 'UTC', default_country: 'US' },
  users: [{ id: 'owner', email: 'owner@example.com', name: 'Olga', role: 'owner' }],
  staff: PEOPLE.map((id) => ({ id, name: id, title: '' })),
  services: Object.entries(SERVICES).map(([id, { minutes, people }]) => ({
    id,
    name: id,
    description: null,
    duration_minutes: minutes,
    price_cents: 0,
    currency: 'USD',
    staff_ids: people,
  })),
  contacts: [],
  bookings: [],
  calls: [],
};
