import { describe, expect, it, onTestFinished } from 'vitest';
import { field } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';
import { openHour } from '../support/open-hours.ts';
import { json, page, startUpstream } from '../support/upstream.ts';
import { startWithout } from '../support/without-extensions.ts';

/** Contact lookup with the demo business. */
const office = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York', RCPT_DEFAULT_COUNTRY: 'US' } });

const lookup = (query: string) => office.call('lookup_caller', { query });
const fitzgerald = async () =>
  (await lookup('Nora Fitzgerald')).data.matches as { id: string; phone: string; email: string }[];

describe('lookup_caller', () => {
  it('finds a contact by phone number in any notation, by e-mail and by name, with bookings and calls', async () => {
    const [contact] = await fitzgerald();
    const number = contact?.phone ?? '';
    const national = `(${number.slice(2, 5)}) ${number.slice(5, 8)}-${number.slice(8)}`;
    for (const query of [
      number,
      national,
      number.slice(2),
      `+1 ${national}`,
      'nora fitzgerald',
      'FITZGERALD',
      contact?.email.toUpperCase() ?? '',
    ]) {
      const { data, text } = await lookup(query);
      expect(data.total_matches, query).toBe(1);
      expect(field(data, 'matches', 0, 'id'), query).toBe(contact?.id);
      expect(field(data, 'next_bookings', 0, 'contact_name'), query).toBe('Nora Fitzgerald');
      expect(text, query).toContain('One contact matches');
    }
  });

  it('finds a contact by a number or an e-mail address as programs write them', async () => {
    const [contact] = await fitzgerald();
    const number = contact?.phone ?? '';
    const national = `(${number.slice(2, 5)}) ${number.slice(5, 8)}‑${number.slice(8)}`;
    for (const query of [
      `tel:${number}`,
      `tel:+1-${number.slice(2, 5)}-${number.slice(5)};ext=4`,
      `sip:${number}@pbx.example.com`,
      `"Nora" <sip:${number}@pbx.example.com>`,
      `+1 ${national}`,
      `${number.slice(2)} ext. 4`,
      `${number.slice(2)} x4`,
      `mailto:${contact?.email}`,
      `Nora Fitzgerald <${contact?.email}>`,
    ])
      expect(field((await lookup(query)).data, 'matches', 0, 'id'), query).toBe(contact?.id);
    expect((await lookup('sip:nora@pbx.example.com')).data.total_matches).toBe(0);
  });

  it('finds a Mexican contact with and without the former prefix of mobile telephones', async () => {
    const { data } = await office.call('create_contact', { name: 'Ximena Orozco', phone: '+52 1 55 1234 5678' });
    expect(field(data, 'contact', 'phone')).toBe('+525512345678');
    for (const query of ['+525512345678', '+5215512345678', 'sip:+5215512345678@pbx.example.com'])
      expect(field((await lookup(query)).data, 'matches', 0, 'name'), query).toBe('Ximena Orozco');
  });

  it('finds a contact by a name with a title that the record does not have', async () => {
    const [contact] = await fitzgerald();
    for (const query of ['Mrs. Fitzgerald', 'Sra. Fitzgerald', 'Prof. Dr. Nora Fitzgerald', 'Dr Fitzgerald']) {
      const { data } = await lookup(query);
      expect(field(data, 'matches', 0, 'id'), query).toBe(contact?.id);
    }
    for (const query of ['Mrs.', 'Mr. Unknown']) expect((await lookup(query)).data.total_matches, query).toBe(0);
  });

  it('notes of a booking ahead that name the number are mentioned, because the caller may have withheld it', async () => {
    const number = '+12125550177';
    expect((await lookup(number)).text).toMatch(/^No contact matches, no booking ahead\. /);
    const start_time = openHour(40, 2201);
    const slot = { service_id: 'svc_cleaning', start_time, contact_name: 'Eva Sand', contact_email: 'eva@example.com' };
    const made = await office.call('create_booking', { ...slot, notes: `Call back: ${number}` });
    expect(made.isError, made.text).toBe(false);
    const { data, text } = await lookup('(212) 555-0177');
    expect(data).toMatchObject({ total_matches: 0, bookings_ahead: 0, noted_bookings: 1, next_bookings: [] });
    expect(text).toContain('no booking ahead, but the notes of 1 booking ahead name this number, unverified.');
    await office.call('cancel_booking', { booking_id: field(made.data, 'booking', 'id') });
    expect((await lookup(number)).data).not.toHaveProperty('noted_bookings');
  });

  it('no-shows are counted, also those that are not among the bookings in the answer', async () => {
    const to = new Date().toISOString();
    // How many bookings a contact of the demo has, depends on the day.
    const counted = await office.call('summarize_activity', {
      ...{ kind: 'bookings', group_by: ['customer'], status: 'active', to },
    });
    const contactId = field(counted.data, 'bookings', 'groups', 0, 'contact_id');
    const { contact } = (await office.call('get_contact', { contact_id: contactId })).data as never as {
      contact: { phone: string };
    };
    const past = { contact_id: contactId, status: 'active', to, order: 'asc' };
    const { items } = (await office.call('list_bookings', past)).data as { items: { id: string }[] };
    const ids = items.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(4);
    const record = (booking_id: string | undefined, no_show: boolean) =>
      office.call('update_booking', { booking_id, no_show });
    const number = contact.phone;
    const before = await lookup(number);
    expect(before.data).not.toHaveProperty('no_shows');
    expect(before.text).not.toContain('no-show');
    await record(ids[0], true);
    await record(ids[1], true);
    const { data: found, text } = await lookup(number);
    expect(found.no_shows).toBe(2);
    expect(text).toMatch(/\nOne contact matches, .*, 2 no-shows\. /);
    expect(JSON.stringify(found.last_bookings)).not.toContain('no_show');
    await record(ids[0], false);
    expect((await lookup(number)).data.no_shows).toBe(1);
    await record(ids[1], false);
  });

  it('a search of notes that fails leaves the rest of the answer', async () => {
    const failing = await startUpstream(async ({ path, headers: { authorization = '' } }, response) => {
      const isSearch = new URL(path, office.platform.url).searchParams.has('query');
      if (isSearch && path.includes('/bookings?')) return json(422, { error: 'failed' })({} as never, response);
      const answer = await fetch(office.platform.url + path, { headers: { authorization } });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    });
    onTestFinished(failing.close);
    const other = await office.startServer({ RCPT_BASE_URL: failing.url });
    const { data, isError } = await other.client.call('lookup_caller', { query: '+12125550176' });
    expect(isError).toBe(false);
    expect(data).toMatchObject({ total_matches: 0, bookings_ahead: 0, last_calls: [] });
    expect(data.unread).toEqual(['notes of bookings ahead: the search for this number failed']);
  });

  it('a name without a contact says nothing about calls, which have numbers', async () => {
    const { data } = await lookup('Nora Nemo');
    expect(data).toMatchObject({ total_matches: 0, last_bookings: [] });
    expect(data).not.toHaveProperty('last_calls');
  });

  it('a name without a contact is not said to have no booking, because a booking can have it in another spelling', async () => {
    const slot = { service_id: 'svc_cleaning', start_time: openHour(44, 2201) };
    const made = await office.call('create_booking', {
      ...slot,
      contact_name: 'M. Éric Dupré',
      contact_phone: '+12125550188',
    });
    expect(made.isError, made.text).toBe(false);
    await office.mustCall('update_contact', { contact_id: field(made.data, 'booking', 'contact_id'), name: 'Eloise' });
    const { data, text } = await lookup('Dupre');
    expect(data).toMatchObject({ total_matches: 0, next_bookings: [] });
    expect(data).not.toHaveProperty('bookings_ahead');
    expect(text).not.toContain('no booking ahead');
    expect(data.note).toContain('list_bookings with query finds it by a part of that name');
    await office.call('cancel_booking', { booking_id: field(made.data, 'booking', 'id') });
  });

  it('an id leads to the tools that read records by it', async () => {
    const { data } = await lookup('ct_brown');
    expect(data).toMatchObject({ total_matches: 0, note: expect.stringContaining('get_contact, get_booking or') });
  });

  it('lists several matches and selects none', async () => {
    const { data, text } = await lookup('Michael Brown');
    expect(data.total_matches).toBe(2);
    expect(data.matches).toHaveLength(2);
    expect(data).not.toHaveProperty('next_bookings');
    expect(text).toContain('ask which one');
  });

  it('returns calls from a number that belongs to no contact', async () => {
    const { data: listed } = await office.mustCall('list_calls', { order: 'desc', per_page: 50 });
    const calls = listed.items as { phone?: string; contact_id?: string }[];
    const stranger = calls.find((call) => call.phone && !call.contact_id);
    const { data } = await lookup(stranger?.phone ?? '');
    expect(data).toMatchObject({ total_matches: 0, matches: [] });
    expect((data.last_calls as { phone: string }[]).every((call) => call.phone === stranger?.phone)).toBe(true);
    expect((data.last_calls as unknown[]).length).toBeGreaterThan(0);
  });

  it('orders next bookings by time and last bookings from the latest, without cancelled ones', async () => {
    const [contact] = await fitzgerald();
    const { data } = await lookup(contact?.email ?? '');
    const starts = (name: string) =>
      (data[name] as { start_local: string; status: string }[]).map(({ start_local }) =>
        new Date(start_local).toISOString(),
      );
    expect(starts('next_bookings')).not.toEqual([]);
    expect(starts('last_bookings').length).toBeGreaterThan(1);
    expect(starts('next_bookings')).toEqual([...starts('next_bookings')].sort());
    expect(starts('last_bookings')).toEqual([...starts('last_bookings')].sort().reverse());
    expect((data.next_bookings as { status: string }[]).some((booking) => booking.status === 'cancelled')).toBe(false);
    for (const start of starts('next_bookings')) expect(Date.parse(start)).toBeGreaterThan(Date.now());
  });

  it.each(['555-0155', '0155', '(555) 01-55', 'five five five, oh one five five'])(
    'the part %j of a number is refused, and the answer says how it is found',
    async (query) => {
      const { isError, text } = await lookup(query);
      expect(isError).toBe(true);
      expect(text).toMatch(
        /^"[\d ()-]+" has too few or too many digits\. .* If its area code is missing, ask the user\. If only its last digits are known: list_contacts with query finds contacts by four or more of them\.$/,
      );
    },
  );

  it('reports the lists that the key may not read', async () => {
    const narrow = await office.startServer({ RCPT_API_KEY: await office.platform.key(['read:contacts']) });
    const { data, isError } = await narrow.client.call('lookup_caller', { query: 'Nora Fitzgerald' });
    expect(isError).toBe(false);
    expect(data.unread).toEqual([
      'bookings: the key lacks the scope read:bookings',
      'calls: the key lacks the scope read:calls',
    ]);
    for (const name of ['bookings_ahead', 'next_bookings', 'last_bookings', 'last_calls'])
      expect(data).not.toHaveProperty(name);
  });

  it('tells of bookings ahead with the same number or address that belong to another contact', async () => {
    const { id: first } = await office.post('/contacts', { name: 'Lia Prado', phone: '+12125550101' });
    const [old, changed] = [{ contact_phone: '+12125550101' }, { contact_phone: '+12125550102' }];
    const booked = async (args: object, days: number) =>
      office.mustCall('create_booking', { service_id: 'svc_cleaning', start_time: openHour(days), ...args });
    // The contact keeps its number, and the number of the booking is not found with it.
    await booked({ contact_id: first, ...changed }, 40);
    const { data: second } = await booked({ contact_name: 'Lia Prado', ...changed }, 41);
    expect(second.contact_status).toBe('new');
    const without = await startWithout(office.platform.url, 'list_filters');
    onTestFinished(without.close);
    const { client } = await office.startServer({ RCPT_BASE_URL: without.url });
    for (const call of [office.call, client.call.bind(client)]) {
      const { data } = await call('lookup_caller', { query: '(212) 555-0102' });
      expect(data).toMatchObject({ total_matches: 1, bookings_ahead: 1 });
      expect(data.note).toBe(
        '1 more booking ahead with this telephone number belongs to another contact: list_bookings with query has all.',
      );
      // By name, numbers do not count.
      expect((await call('lookup_caller', { query: 'Nora Fitzgerald' })).data.note).toBeUndefined();
      const former = (await call('lookup_caller', { query: old.contact_phone })).data;
      expect(former).toMatchObject({ total_matches: 1, bookings_ahead: 1 });
      expect(former.note).toBeUndefined();
    }
  });

  it('calls from another number of the contact are listed, also those from before the contact had it', async () => {
    const { data: listed } = await office.mustCall('list_calls', { order: 'desc', per_page: 50 });
    const calls = listed.items as { phone?: string; contact_id?: string }[];
    const number = calls.find(({ phone, contact_id }) => phone && !contact_id)?.phone;
    const query = new URLSearchParams({ phone: String(number), order: 'desc', per_page: '5' });
    const latest = (await office.send('GET', `/calls?${query}`)).body.data as unknown as { id: string }[];
    const { body } = await office.send('POST', '/contacts', {
      name: 'Otto Other',
      phone: '+12125550178',
      other_phone: number,
    });
    const plain = await startWithout(office.platform.url, 'list_filters');
    onTestFinished(plain.close);
    const scanning = await office.startServer({ RCPT_BASE_URL: plain.url });
    for (const { client } of [office.session, scanning])
      for (const query of ['+12125550178', number]) {
        const { data } = await client.call('lookup_caller', { query });
        expect(field(data, 'matches', 0, 'id')).toBe(field(body, 'data', 'id'));
        expect((data.last_calls as { id: string }[]).map(({ id }) => id)).toEqual(latest.map(({ id }) => id));
      }
  });

  it('finds the bookings of a person on a platform without contact ids', async () => {
    const upstream = await startUpstream((request, response) => {
      const records = request.path.includes('contacts')
        ? [{ id: 1, name: 'Ana Díaz', phone: '212-555-0123' }]
        : request.path.includes('bookings')
          ? [
              { id: 'b1', start_time: '2199-01-01T10:00:00Z', contact: { name: 'A. Diaz', phone: '+12125550123' } },
              { id: 'b2', start_time: '2199-01-02T10:00:00Z', contact: { name: 'ana diaz' } },
              { id: 'b3', start_time: '2199-01-03T10:00:00Z', contact: { name: 'Bob' } },
            ]
          : [{ id: 'c1', phone: '+1 212 555 0123' }];
      page(records)(request, response);
    });
    onTestFinished(upstream.close);
    const other = await office.startServer({ RCPT_BASE_URL: upstream.url });
    const { data } = await other.client.call('lookup_caller', { query: 'ana diaz' });
    expect((data.next_bookings as { id: string }[]).map((booking) => booking.id)).toEqual(['b1', 'b2']);
    expect(data.last_calls).toMatchObject([{ id: 'c1' }]);
  });
});

describe('create_contact', () => {
  const NOTHING_ADDED =
    'Nothing was added: this contact, or one with the same telephone number or e-mail address, exists already.';

  it('returns the contact with the same number or e-mail instead of creating another', async () => {
    const [contact] = await fitzgerald();
    const before = field((await office.call('list_contacts', { per_page: 1 })).data, 'total');
    for (const same of [{ phone: contact?.phone.slice(2) }, { email: contact?.email.toUpperCase() }]) {
      const { data, text } = await office.call('create_contact', { name: 'N. Fitz', ...same });
      expect(data).toMatchObject({ created: false, contact: { id: contact?.id, name: 'Nora Fitzgerald' } });
      expect(text).toContain('Nothing was added');
    }
    expect(field((await office.call('list_contacts', { per_page: 1 })).data, 'total')).toBe(before);
  });

  it('the answer states in what the existing contact differs, and how to add another person or to change this one', async () => {
    const [contact] = await fitzgerald();
    const given = { name: 'Rosa Fitzgerald', phone: contact?.phone.slice(2), email: 'rosa@example.com' };
    const { data, text } = await office.call('create_contact', given);
    expect(text).toContain(NOTHING_ADDED);
    expect(data.note).toBe(
      'This contact differs from the given one in name, email, and was not changed. Another person: repeat with allow_duplicate. The same person: update_contact.',
    );
    const same = { name: 'nora  FITZGERALD', phone: contact?.phone.slice(2), email: contact?.email.toUpperCase() };
    expect((await office.call('create_contact', same)).data).not.toHaveProperty('note');
    const more = await office.call('create_contact', { ...same, additional_fields: { remark: 'Has a dog' } });
    expect(more.data.note).toMatch(/^This contact differs from the given one in remark, and was not changed\./);
  });

  it('creates a duplicate with allow_duplicate, and a contact without e-mail or number', async () => {
    const [contact] = await fitzgerald();
    const twice = await office.call('create_contact', {
      name: 'Second',
      phone: contact?.phone,
      allow_duplicate: true,
    });
    expect(twice.data).toMatchObject({ created: true, contact: { name: 'Second' } });
    expect((await office.call('create_contact', { name: 'Only a name' })).data).toMatchObject({
      created: true,
    });
  });

  it('the answer says that others have the name of the added contact, which can be the same person', async () => {
    const added = async (args: object) => {
      const { data, text } = await office.call('create_contact', { name: 'Ida Namesake', ...args });
      expect(data.created, text).toBe(true);
      return data.note;
    };
    expect(await added({ phone: '+12125550181' })).toBeUndefined();
    expect(await added({ name: 'ida  NAMESAKE', phone: '+12125550182' })).toBe(
      'Another contact has this name, too: lookup_caller shows both.',
    );
    expect(await added({})).toBe('2 other contacts have this name, too: lookup_caller shows all.');
    expect(await added({ phone: '+12125550183', allow_duplicate: true })).toBeUndefined();
    const { data } = await office.call('lookup_caller', { query: 'Ida Namesake' });
    expect(data.total_matches).toBe(4);
  });

  it('a repeated request for a contact with only a name, or for a duplicate, adds nothing and says so', async () => {
    const [contact] = await fitzgerald();
    for (const args of [{ name: 'Named Once' }, { name: 'Third', phone: contact?.phone, allow_duplicate: true }]) {
      const first = await office.call('create_contact', args);
      expect(first.data.created).toBe(true);
      const { data, text } = await office.call('create_contact', args);
      expect(data).toMatchObject({ created: false, contact: { id: field(first.data, 'contact', 'id') } });
      expect(data.note).toMatch(/no second one was created\.$/);
      expect(text).toContain(NOTHING_ADDED);
    }
  });

  it('adds a contact with a key that may not read, and reports that nothing was compared', async () => {
    const narrow = await office.startServer({ RCPT_API_KEY: await office.platform.key(['write:contacts']) });
    const { data } = await narrow.client.call('create_contact', { name: 'Blind', email: 'blind@example.com' });
    expect(data).toMatchObject({ created: true, unread: ['the key may not read contacts'] });
  });

  it('adds no contact when the comparison fails', async () => {
    const upstream = await startUpstream(json(500, {}));
    onTestFinished(upstream.close);
    const other = await office.startServer({ RCPT_BASE_URL: upstream.url });
    const answer = await other.client.call('create_contact', { name: 'A', email: 'a@example.com' });
    expect(field(answer.data, 'error')).toMatchObject({ kind: 'server_error', changed: 'no' });
    expect(upstream.received.every((request) => request.method === 'GET')).toBe(true);
  });
});
