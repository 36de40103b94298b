import { ALL_TOOLS } from '../../src/tools/index.ts';

/** Valid arguments for every tool that sends requests to the platform. */
export const VALID_ARGUMENTS: Record<string, Record<string, unknown>> = {
  summarize_activity: { kind: 'bookings' },
  list_bookings: {},
  get_booking: { booking_id: 'bk_1' },
  find_open_times: { service_id: 'svc_1' },
  create_booking: {
    service_id: 'svc_1',
    start_time: '2199-12-01T10:00:00Z',
    contact_name: 'Ana',
    allow_duplicate: true,
  },
  update_booking: { booking_id: 'bk_1', notes: 'x' },
  cancel_booking: { booking_id: 'bk_1' },
  list_contacts: {},
  get_contact: { contact_id: 'ct_1' },
  lookup_caller: { query: 'Ana' },
  create_contact: { name: 'Ana', allow_duplicate: true },
  update_contact: { contact_id: 'ct_1', name: 'Ana' },
  list_calls: {},
  get_call: { call_id: 'call_1' },
  get_call_transcript: { call_id: 'call_1' },
  search_calls: { query: 'refund' },
  find_follow_ups: {},
  list_services: {},
  list_staff: {},
  list_webhooks: {},
  get_webhook: { webhook_id: 'wh_1' },
  list_webhook_events: {},
  manage_webhooks: { action: 'delete', webhook_id: 'wh_1' },
  get_business: {},
  close_days: { from: '2199-12-24' },
  set_special_hours: { from: '2199-12-24', hours: '09:00-12:00' },
  set_time_off: { staff: 'Ana', from: '2199-12-24' },
  add_service: { name: 'Cleaning', duration: '45m' },
  update_service: { service: 'svc_1', active: false },
  add_staff: { name: 'Ana' },
  update_staff: { staff: 'stf_1', active: false },
  update_business: { opening_hours: ['Mon-Fri 09:00-17:00'] },
  list_calendar_feeds: {},
  manage_calendar_feed: { action: 'create' },
  create_api_key: { name: 'k', scopes: ['read:calls'] },
};

/** Tools that need no answer of the platform. */
export const LOCAL_TOOLS = ['get_account_context', 'list_recent_events'];

/** Tools that use endpoints of the specification, with which every platform can fail. */
export const REMOTE_TOOLS = ALL_TOOLS.filter(({ name, toolset }) => !LOCAL_TOOLS.includes(name) && toolset !== 'setup');
