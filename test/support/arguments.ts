import { ALL_TOOLS } from '../../src/tools/index.ts';

/** Valid arguments for every tool that sends requests to the platform. */
export const VALID_ARGUMENTS: Record<string, Record<string, unknown>> = {
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
  list_services: {},
  list_webhooks: {},
  get_webhook: { webhook_id: 'wh_1' },
  list_webhook_events: {},
  manage_webhooks: { action: 'delete', webhook_id: 'wh_1' },
  create_api_key: { name: 'k', scopes: ['read:calls'] },
};

/** Tools that send no request to the platform. */
export const LOCAL_TOOLS = ['get_account_context', 'list_recent_events'];

export const REMOTE_TOOLS = ALL_TOOLS.filter((tool) => !LOCAL_TOOLS.includes(tool.name));
