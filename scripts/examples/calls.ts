import type { JsonObject } from '../../src/lib/json.ts';

/** Returns the structured content of an earlier example. */
export type Earlier = (tool: string) => JsonObject;

type Arguments = JsonObject | ((earlier: Earlier) => JsonObject);

const id = (record: unknown) => (record as { id: string }).id;
const first = (list: JsonObject) => id((list.items as unknown[])[0]);
const booking = (earlier: Earlier) => id(earlier('create_booking').booking);
const contact = (earlier: Earlier) => id(earlier('create_contact').contact);
const call = (earlier: Earlier) => first(earlier('list_calls'));
const webhook = (earlier: Earlier) => id(earlier('manage_webhooks').webhook);

const PERSON = { contact_name: 'Robin Tester', contact_phone: '212 555 0123' };

/** One call of each tool. Later calls use the answers of earlier ones. */
export const EXAMPLES: readonly [tool: string, args: Arguments][] = [
  ['get_account_context', {}],
  ['list_services', { query: 'cleaning' }],
  ['find_open_times', { service_id: 'Cleaning', from: '2026-11-24', to: '2026-11-26' }],
  ['create_booking', { service_id: 'Cleaning', start_time: '2026-11-24T10:00', weekday: 'Tuesday', ...PERSON }],
  ['get_booking', (earlier) => ({ booking_id: booking(earlier) })],
  ['update_booking', (earlier) => ({ booking_id: booking(earlier), start_time: '2026-11-24T15:00' })],
  ['list_bookings', { from: '2026-11-24', to: '2026-11-24', per_page: 3 }],
  ['summarize_activity', { kind: 'bookings', from: '2026-11-01', to: '2026-11-30', group_by: ['service'], limit: 4 }],
  ['lookup_caller', { query: '(212) 555-0123' }],
  ['create_contact', { name: 'Sam Tester', email: 'sam.tester@example.com' }],
  ['get_contact', (earlier) => ({ contact_id: contact(earlier) })],
  ['update_contact', (earlier) => ({ contact_id: contact(earlier), phone: '212 555 0124' })],
  ['list_contacts', { query: 'tester' }],
  ['list_calls', { from: '2026-11-13', status: 'callback_promised', per_page: 2 }],
  ['get_call', (earlier) => ({ call_id: call(earlier) })],
  ['get_call_transcript', (earlier) => ({ call_id: call(earlier), max_turns: 5 })],
  ['search_calls', { query: 'crown', limit: 1 }],
  ['find_follow_ups', { kind: 'callback', limit: 2 }],
  ['list_recent_events', { types: ['booking'] }],
  ['cancel_booking', (earlier) => ({ booking_id: booking(earlier) })],
  ['list_webhook_events', {}],
  ['manage_webhooks', { action: 'create', url: 'https://hooks.example.com/receptionist', events: ['call.completed'] }],
  ['get_webhook', (earlier) => ({ webhook_id: webhook(earlier) })],
  ['list_webhooks', {}],
  ['list_staff', { query: 'dentist' }],
  ['get_business', {}],
  ['update_business', { opening_hours: ['Mon-Fri 08:00-17:00', '1st,3rd Sat 09:00-12:00'] }],
  ['close_days', { from: '2026-11-26', to: '2026-11-27', reason: 'Thanksgiving' }],
  ['set_special_hours', { from: '2026-12-24', hours: '08:00-12:00', reason: 'Christmas Eve' }],
  ['set_time_off', { staff: 'Dr. Ibarra', from: '2026-11-30', to: '2026-12-04', dry_run: true }],
  ['add_staff', { name: 'Robin Hale', title: 'Dental hygienist', services: ['Cleaning'] }],
  ['update_staff', { staff: 'Robin Hale', opening_hours: ['Mon-Thu 08:00-14:00'] }],
  ['add_service', { name: 'Sports mouthguard', duration: '30m', price: 180, staff: ['Dr. Whitfield'] }],
  ['update_service', { service: 'svc_cleaning', price: 135, price_from: '2027-01-01' }],
  ['manage_calendar_feed', { action: 'create', staff_id: 'Dr. Whitfield', masked: true }],
  ['list_calendar_feeds', {}],
  ['create_api_key', { name: 'reporting', scopes: ['read:calls'], expires_in_days: 90 }],
];
