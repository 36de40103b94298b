/** By a word of the record, a name of another one, both together, ids, a word that none has, and no word. */
const QUERIES = ['short', 'muster', 'salon sam muster', 'sv_cut_a', 'bk_1_a', 'zzzz', '...'];

/** Paths of filtered lists that use every way through an index, in both orders, from the start and behind a record. */
export function listSearches(): string[] {
  const paths: string[] = [];
  const add = (list: string, filters: Record<string, string>, key: string) => {
    for (const order of ['asc', 'desc']) {
      for (const after of [undefined, JSON.stringify([key, 'x'])]) {
        const query = new URLSearchParams({ ...filters, order, per_page: '1', ...(after ? { after } : {}) });
        paths.push(`/v1/${list}?${query}`);
      }
    }
  };
  const times = { from: '2020-01-01T00:00:00Z', to: '2300-01-01T00:00:00Z' };
  const person = { contact_phone: '+15550100101', contact_email: 'erika@example.com', contact_name: 'Erika Muster' };
  const start = '2026-03-01T15:00:00.000Z';
  for (const filters of [
    {},
    times,
    { status: 'active' },
    { status: 'cancelled', ...times },
    { status: 'unknown' },
    { service_id: 'sv_cut_a' },
    { service_id: 'sv_unknown' },
    { staff_id: 'st_1_a', ...times },
    { staff_id: 'st_unknown' },
    { staff_id: 'st_1_a', service_id: 'sv_cut_a', status: 'confirmed', ...times },
    { service_id: 'sv_cut_a', status: 'confirmed' },
    { contact_id: 'ct_1_a' },
    { contact_id: 'ct_unknown' },
    { contact_id: 'ct_1_a', ...person, status: 'active', ...times },
    { ...person },
    { ...person, staff_id: 'st_1_a', service_id: 'sv_cut_a', status: 'active' },
  ]) {
    add('bookings', filters, start);
  }
  for (const filters of [
    {},
    { phone: '+15550100101' },
    { email: 'erika@example.com' },
    { phone: '+15550100101', email: 'erika@example.com' },
    { name: 'muster' },
    { query: 'muster' },
    { query: 'ct_1_a', name: 'er', no_appointment_ahead: 'true' },
    { last_visit_before: '2300-01-01T00:00:00Z' },
    { no_appointment_ahead: 'true' },
    { service_id: 'sv_cut_a' },
    { service_id: 'sv_unknown' },
    { last_visit_before: '2020-01-01T00:00:00Z', no_appointment_ahead: 'true', service_id: 'sv_cut_a' },
  ]) {
    add('contacts', filters, 'erika');
  }
  const values = { direction: 'inbound', status: 'completed', outcome: 'question', language: 'en' };
  for (const [sort, key] of [
    ['time', start],
    ['duration', '0000000000000042.000'],
  ] as const) {
    for (const filters of [
      {},
      times,
      ...Object.entries(values).map(([name, value]) => ({ [name]: value })),
      { ...values, ...times },
      { status: 'question' },
      { outcome: 'unknown', direction: 'unknown', language: 'unknown' },
      { has_contact: 'true' },
      { has_contact: 'false', ...times },
      { min_duration_seconds: '1' },
      { min_duration_seconds: '1', outcome: 'question', ...times },
      { contact_id: 'ct_1_a', phone: '+15550100101' },
      { phone: '+15550100101', outcome: 'question' },
    ]) {
      add('calls', { ...filters, sort }, key);
    }
  }
  // Where few records can match, one statement serves all orders and positions.
  const addOnce = (list: string, filters: Record<string, string>) =>
    paths.push(`/v1/${list}?${new URLSearchParams(filters)}`);
  for (const query of QUERIES) for (const list of ['bookings', 'calls']) addOnce(list, { query });
  addOnce('bookings', { query: 'muster', staff_id: 'st_1_a', status: 'active', ...times });
  addOnce('bookings', { query: 'muster', ...person });
  addOnce('bookings', { query: 'cut', without_names: 'true' });
  addOnce('calls', { query: 'muster', sort: 'duration', outcome: 'question', ...times });
  addOnce('calls', { query: 'salon', contact_id: 'ct_1_a', phone: '+15550100101' });
  addOnce('calls', { query: 'muster', without_names: 'true' });
  return paths;
}
