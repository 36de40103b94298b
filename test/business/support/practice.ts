import type { BusinessFile } from '../../../src/contract/business.ts';

/** Start of the tests' clocks: a Monday, 10:00 in Denver. */
export const NOW = '2026-03-02T17:00:00Z';

/** A practice of four. */
export const practice = (): BusinessFile => ({
  name: 'Bright Smile Dental',
  time_zone: 'America/Denver',
  country: 'US',
  currency: 'USD',
  opening_hours: ['Mon-Fri 08:00-12:00, 13:00-17:00'],
  closures: [{ from: '2026-03-17', reason: 'Spring cleaning' }],
  services: [
    { id: 'cleaning', name: 'Cleaning', duration: '45m', price: 115, buffer_after: '10m', staff: ['kim', 'ortiz'] },
    { id: 'exam', name: 'New patient exam', duration: '1h', price: 189, staff: ['ibarra', 'lee'] },
  ],
  staff: [
    { id: 'lee', name: 'Dr. Dana Lee', opening_hours: ['Mon-Thu 08:00-16:00', '1st,3rd Sat 09:00-12:00'] },
    { id: 'ibarra', name: 'Dr. Rafael Ibarra', time_off: [{ from: '2026-03-23', to: '2026-03-27' }] },
    { id: 'kim', name: 'Jin Kim' },
    { id: 'ortiz', name: 'Sam Ortiz' },
  ],
  rules: { minimum_notice: '2h', booking_window: '180d', slot_interval: '15m' },
  users: [{ email: 'pat@example.com', name: 'Pat Owner', role: 'owner' }],
});
