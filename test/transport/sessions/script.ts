/** What a client of each revision says in one sitting: it looks around, books, errs, and cancels. */

/** The revisions that there have been, from the first that had a date. */
export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

const CLIENT = { name: 'recorded', version: '1' };

/**
 * The client's lines, in order. `<booking 1>` and `<token>` stand for what the server has called them. The client
 * waits for one line of the server after each of its own, but after notifications.
 */
export function script(revision: Revision): string[] {
  const modern = revision === '2026-07-28';
  // Forms came with 2025-06-18.
  const capabilities = revision >= '2025-06-18' ? { elicitation: {} } : {};
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  let id = 0;
  const line = (message: object) => JSON.stringify({ jsonrpc: '2.0', ...message });
  const request = (method: string, params: object = {}) =>
    line({ id: ++id, method, params: modern ? { ...params, _meta: envelope } : params });
  const call = (name: string, args: object, more: object = {}) =>
    request('tools/call', { name, arguments: args, ...more });
  const agreed = { action: 'accept', content: { confirm: true } };

  const opening = modern
    ? [request('server/discover')]
    : [
        request('initialize', { protocolVersion: revision, capabilities, clientInfo: CLIENT }),
        line({ method: 'notifications/initialized' }),
        request('ping'),
      ];
  const cancel = () => call('cancel_booking', { booking_id: '<booking 1>' });
  const confirmed = () => {
    if (modern) {
      const reply = { inputResponses: { confirm: agreed }, requestState: '<token>' };
      return call('cancel_booking', { booking_id: '<booking 1>' }, reply);
    }
    // The server's first question has the first of its own ids.
    if ('elicitation' in capabilities) return line({ id: 0, result: agreed });
    return call('cancel_booking', { booking_id: '<booking 1>', confirm_token: '<token>' });
  };
  return [
    ...opening,
    request('tools/list'),
    request('prompts/list'),
    request('resources/list'),
    request('resources/templates/list'),
    call('list_services', { per_page: 2 }),
    call('create_booking', {
      service_id: 'svc_cleaning',
      start_time: '2194-03-04T10:00',
      contact_name: 'Robin Tester',
      contact_email: 'robin@example.com',
      notes: 'Rings twice',
    }),
    request('resources/read', { uri: 'rcpt://bookings/<booking 1>' }),
    request('resources/read', { uri: 'rcpt://nowhere' }),
    request('prompts/get', { name: 'cancel_appointment', arguments: { appointment: 'the cleaning' } }),
    call('get_booking', { booking_id: 'bk_nowhere' }),
    call('get_booking', { bookingid: 'misspelt' }),
    call('no_such_tool', {}),
    request('no/such/method'),
    'not JSON',
    cancel(),
    confirmed(),
    call('get_booking', { booking_id: '<booking 1>' }),
  ];
}

/** Whether the server says something to a line. */
export const isAnswered = (line: string) => !line.includes('"notifications/');
