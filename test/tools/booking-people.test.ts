import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';
import { openHour } from '../support/open-hours.ts';
import { type HttpSession, startHttp } from '../support/session.ts';
import { json, page, startUpstream, type Upstream } from '../support/upstream.ts';

/** Who and what a booking is for: a contact by its id, a service by its name. */
describe('on the embedded platform', () => {
  const office = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York', RCPT_DEFAULT_COUNTRY: 'US' } });
  const { call } = office;
  let serial = 0;
  /** An hour on a day that no other booking is on. */
  const start = () => openHour(serial++ * 8, 2201);
  const addContact = async (details: { name: string; email?: string; phone?: string }) =>
    field((await call('create_contact', details)).data, 'contact', 'id') as string;

  it('create_booking takes the name of a service, or words of it', async () => {
    const person = { contact_name: 'Ana Brenner', contact_email: 'ana.brenner@example.com' };
    for (const service_id of ['svc_cleaning', 'CLEANING', 'cleaning']) {
      const { data, text } = await call('create_booking', { service_id, start_time: start(), ...person });
      expect(field(data, 'booking', 'service_id'), text).toBe('svc_cleaning');
    }
  });

  it('notes of only spaces are no notes of a new booking, and remove those of another', async () => {
    const args = { service_id: 'svc_cleaning', contact_name: 'Ana Brenner', contact_email: 'ana.brenner@example.com' };
    const made = await call('create_booking', { ...args, start_time: start(), notes: ' \n ' });
    expect(made.isError, made.text).toBe(false);
    expect(made.data.booking).not.toHaveProperty('notes');
    const booking_id = field(made.data, 'booking', 'id');
    const noted = await call('update_booking', { booking_id, notes: 'By telephone' });
    expect(noted.data.booking).toMatchObject({ notes: 'By telephone' });
    const removed = await call('update_booking', { booking_id, notes: '  ' });
    expect(removed.data.booking).not.toHaveProperty('notes');
  });

  it('create_booking refuses an unknown service with the known ones, and books nothing', async () => {
    const start_time = start();
    const { isError, text } = await call('create_booking', {
      service_id: 'massage',
      start_time,
      contact_name: 'Ana Brenner',
      contact_email: 'ana.brenner@example.com',
    });
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^"massage" is not a service: give the id of one of .*\(svc_cleaning\).*Nothing was changed\.$/,
    );
    const { data } = await call('list_bookings', { from: start_time.slice(0, 10), to: start_time.slice(0, 10) });
    expect(data.items).toEqual([]);
  });

  it.each([
    [
      'Whitenning',
      /give the id of one of "Whitening" \(svc_whitening\), .* and 2 more\. list_services has all\. Nothing/,
    ],
    [
      'deep cleening',
      /give the id of one of "Deep cleaning, one quadrant" \(svc_deep_cleaning\), .* and 2 more\. list_services has all\./,
    ],
    [
      'svc_whitning',
      /^The platform refused the request .*"svc_whitning" is not a service: give the id of one of "Whitening"/,
    ],
  ])('create_booking names first the services that are most like the misspelt %j', async (service_id, says) => {
    const { isError, text } = await call('create_booking', {
      service_id,
      start_time: start(),
      contact_name: 'Ana Brenner',
      contact_email: 'ana.brenner@example.com',
    });
    expect(isError).toBe(true);
    expect(text).toMatch(says);
  });

  it('update_booking names the services if the platform has none with the given id', async () => {
    const person = { contact_name: 'Ana Brenner', contact_email: 'ana.brenner@example.com' };
    const { data } = await call('create_booking', { service_id: 'svc_cleaning', start_time: start(), ...person });
    const change = { booking_id: field(data, 'booking', 'id'), service_id: 'svc_fillin' };
    expect((await call('update_booking', change)).text).toContain('give the id of one of "Filling" (svc_filling)');
  });

  it('a refused booking with a name alone names the contacts of such a name, with their ids', async () => {
    const slot = { service_id: 'svc_cleaning', start_time: start() };
    const refusal = async (contact_name: string) => {
      const { isError, text } = await call('create_booking', { ...slot, contact_name });
      expect(isError, text).toBe(true);
      return text.slice(text.indexOf('If the name is not enough'));
    };
    const vesna = await addContact({ name: 'Vesna Hoffmann', phone: '212 555 0186' });
    await addContact({ name: 'Emil Hoffmann', email: 'emil@example.com' });
    expect(await refusal('Ms Vesna Hoffmann')).toBe(
      `If the name is not enough: for a known customer give contact_id, otherwise contact_phone or contact_email. Contacts of this name: "Vesna Hoffmann" (${vesna}, "+12125550186").`,
    );
    expect(await refusal('hoffmann')).toMatch(
      / Contacts of this name: "Emil Hoffmann" \(ct_\w+, "emil@example\.com"\), "Vesna Hoffmann" \(ct_\w+, "\+12125550186"\)\.$/,
    );
    expect(await refusal('Vesna Hofmann')).toMatch(/ Contacts of a similar name: "Vesna Hoffmann" \(ct_\w+, .*\)\.$/);
    expect(await refusal('Quibbleton')).toMatch(/ contact_email\. No contact has such a name\.$/);
    for (const name of ['Ada', 'Ben', 'Cid']) await addContact({ name: `${name} Hoffmann` });
    expect(await refusal('Hoffmann')).toMatch(/"Cid Hoffmann" \(ct_\w+\)\. lookup_caller has all 5\.$/);
    const { data } = await call('create_booking', { ...slot, contact_id: vesna });
    expect(field(data, 'booking', 'contact_name')).toBe('Vesna Hoffmann');
    const elsewhere = { ...slot, service_id: 'svc_9', contact_name: 'Hoffmann', contact_phone: '212 555 0180' };
    expect((await call('create_booking', elsewhere)).text).not.toContain('If the name is not enough');
  });

  it('create_booking with contact_id books for the contact, and says that it was known', async () => {
    const contact_id = await addContact({ name: 'Noor Haddad', email: 'noor@example.com', phone: '212 555 0181' });
    const { data, text } = await call('create_booking', {
      service_id: 'svc_cleaning',
      start_time: start(),
      contact_id,
    });
    expect(field(data, 'booking'), text).toMatchObject({
      contact_id,
      contact_name: 'Noor Haddad',
      contact_email: 'noor@example.com',
      contact_phone: '+12125550181',
    });
    expect(data.contact_status).toBe('known');
    expect(text).toContain('contact_status: known');
  });

  it('create_booking says whether the contact of a name and number is new or known', async () => {
    const person = { service_id: 'svc_cleaning', contact_name: 'Tomas Lind', contact_phone: '212 555 0182' };
    const first = await call('create_booking', { ...person, start_time: start() });
    const second = await call('create_booking', { ...person, start_time: start() });
    expect([first.data.contact_status, second.data.contact_status]).toEqual(['new', 'known']);
    expect(field(second.data, 'booking', 'contact_id')).toBe(field(first.data, 'booking', 'contact_id'));
    expect(second.data.note).toBeUndefined();
    const renamed = await call('create_booking', { ...person, contact_name: 'Robin New', start_time: start() });
    expect(renamed.data.contact_status).toBe('known');
    expect(renamed.data.note).toMatch(/^The contact with this telephone number or e-mail address has another name: /);
  });

  it('cancel_booking says of a booking that was cancelled before that it changed nothing now', async () => {
    const person = { service_id: 'svc_cleaning', contact_name: 'Tom Lund', contact_email: 'tom.lund@example.com' };
    const { data } = await call('create_booking', { ...person, start_time: start() });
    const booking_id = field(data, 'booking', 'id');
    const first = await call('cancel_booking', { booking_id });
    expect(first.text).toMatch(/The booking on \w+day .+ is cancelled\.\n/);
    expect(first.data).not.toHaveProperty('changed');
    const second = await call('cancel_booking', { booking_id });
    expect(second.text).toMatch(/Nothing was changed: the booking on \w+day .+ was cancelled before\.\n/);
    expect(second.data).toMatchObject({ changed: false, booking: { id: booking_id, status: 'cancelled' } });
  });

  it('a value that is given besides contact_id takes precedence over that of the contact', async () => {
    const contact_id = await addContact({ name: 'Ines Vidal', email: 'ines@example.com', phone: '212 555 0183' });
    const booked = { service_id: 'svc_cleaning', start_time: start(), contact_id, contact_name: 'Inês (daughter)' };
    const { data } = await call('create_booking', booked);
    expect(field(data, 'booking')).toMatchObject({ contact_name: 'Inês (daughter)', contact_phone: '+12125550183' });
  });

  it('the same booking by contact_id and by the same values is one booking', async () => {
    const contact_id = await addContact({ name: 'Olu Adeyemi', email: 'Olu@example.com', phone: '212 555 0184' });
    const slot = { service_id: 'svc_cleaning', start_time: start() };
    const byId = await call('create_booking', { ...slot, contact_id });
    const byValues = await call('create_booking', {
      ...slot,
      contact_name: 'olu  adeyemi',
      contact_email: 'olu@example.com',
      contact_phone: '(212) 555-0184',
    });
    expect(field(byValues.data, 'booking', 'id'), byValues.text).toBe(field(byId.data, 'booking', 'id'));
    expect(byValues.text).toContain('no second one was created');
  });

  it('a booking with contact_id is for this contact, although an older one has the same name and number', async () => {
    const older = await addContact({ name: 'Mia Rossi', phone: '212 555 0185' });
    const { data: child } = await call('create_contact', {
      name: 'Mia Rossi',
      phone: '212 555 0185',
      allow_duplicate: true,
    });
    const contact_id = field(child, 'contact', 'id');
    const { data, text } = await call('create_booking', {
      service_id: 'svc_cleaning',
      start_time: start(),
      contact_id,
    });
    expect(field(data, 'booking', 'contact_id'), text).toBe(contact_id);
    expect(data).not.toHaveProperty('note');
    const booking_id = field(data, 'booking', 'id');
    const passedOn = await call('update_booking', { booking_id, contact_id: older });
    expect(field(passedOn.data, 'booking', 'contact_id'), passedOn.text).toBe(older);
    expect(passedOn.data.before).toEqual({ contact_id });
  });

  it('a booking needs contact_id or contact_name, and an unknown contact_id is refused', async () => {
    const slot = { service_id: 'svc_cleaning', start_time: start() };
    expect((await call('create_booking', { ...slot, contact_phone: '212 555 0186' })).text).toBe(
      'Give contact_id or contact_name: a booking is for a person. Nothing was changed.',
    );
    for (const answer of [
      await call('create_booking', { ...slot, contact_id: 'ct_unknown' }),
      await call('update_booking', { booking_id: 'bk_1', contact_id: 'ct_unknown' }),
    ]) {
      expect(answer.isError).toBe(true);
      expect(answer.text).toBe(
        'contact_id: there is no contact ct_unknown. Find it with lookup_caller, or give contact_name. Nothing was changed.',
      );
    }
  });

  it('update_booking with contact_id replaces every detail of the person, and says who it was', async () => {
    const from = await addContact({ name: 'Ada Pohl', email: 'ada@example.com', phone: '212 555 0187' });
    const to = await addContact({ name: 'Ben Okafor', phone: '212 555 0188' });
    const made = await call('create_booking', { service_id: 'svc_cleaning', start_time: start(), contact_id: from });
    const booking_id = field(made.data, 'booking', 'id');
    const { data, text, meta } = await call('update_booking', { booking_id, contact_id: to });
    expect(field(data, 'booking'), text).toMatchObject({ contact_id: to, contact_name: 'Ben Okafor' });
    expect(field(data, 'booking')).not.toHaveProperty('contact_email');
    expect(data.before).toEqual({
      contact_id: from,
      contact_name: 'Ada Pohl',
      contact_email: 'ada@example.com',
      contact_phone: '+12125550187',
    });
    expect(meta['rcpt-mcp/untrusted']).toEqual(expect.arrayContaining(['before.contact_name']));
    expect(text).toContain('Changed; it still starts on ');
    // The name of before stands between the markers, too.
    const marker = /^Between (<\w+>)/.exec(text)?.[1];
    expect(text).toContain(`contact_name: ${marker}"Ada Pohl"`);
  });

  it('update_booking says if other details gave the booking to another contact, which those of a chosen one do not', async () => {
    const ann = await addContact({ name: 'Ann Archer', phone: '212 555 0191' });
    const bob = await addContact({ name: 'Bob Ferrer', phone: '212 555 0192' });
    const slot = { service_id: 'svc_cleaning', start_time: start(), contact_id: ann, contact_phone: '212 555 0192' };
    const booking_id = field((await call('create_booking', slot)).data, 'booking', 'id');
    const reached = await call('update_booking', { booking_id, contact_email: 'ann@example.com' });
    expect(field(reached.data, 'booking', 'contact_id'), reached.text).toBe(ann);
    expect(reached.data.note).not.toMatch(/another contact/);
    const passedOn = await call('update_booking', { booking_id, contact_name: 'Bob Ferrer' });
    expect(passedOn.data).toMatchObject({
      booking: { contact_id: bob },
      before: { contact_id: ann },
      note: expect.stringContaining('gave the booking to another contact than before'),
    });
  });

  it('update_booking says that the contact may keep the former number, where the booking has a new one', async () => {
    const contact_id = await addContact({ name: 'Cleo Diaz', phone: '212 555 0193' });
    const made = await call('create_booking', { service_id: 'svc_cleaning', start_time: start(), contact_id });
    const booking_id = field(made.data, 'booking', 'id');
    const { data, text } = await call('update_booking', { booking_id, contact_phone: '212 555 0194' });
    expect(data, text).toMatchObject({
      booking: { contact_id, contact_phone: '+12125550194' },
      note: expect.stringContaining('its contact may keep the former address or number'),
    });
    const contact = await call('get_contact', { contact_id });
    expect(contact.data, contact.text).toMatchObject({ contact: { phone: '+12125550193' } });
    for (const change of [
      { contact_phone: '212 555 0194', notes: 'By the window' },
      { contact_name: 'Cleo M. Diaz' },
    ]) {
      const other = await call('update_booking', { booking_id, ...change });
      expect(other.data, other.text).not.toHaveProperty('note');
    }
  });

  it('update_booking says from when to when it moved a booking, and which fields were what', async () => {
    const [first, second] = [start(), start()];
    const made = await call('create_booking', {
      service_id: 'cleaning',
      start_time: first,
      contact_name: 'Yuki Mori',
      contact_email: 'yuki@example.com',
    });
    const booking_id = field(made.data, 'booking', 'id');
    const local = field(made.data, 'booking', 'start_local') as string;
    const weekday = field(made.data, 'booking', 'weekday') as string;
    const moved = await call('update_booking', { booking_id, start_time: second, notes: 'By telephone' });
    expect(moved.data.before).toMatchObject({ weekday, start_local: local, notes: null });
    expect(moved.text).toContain(`Moved from ${weekday} ${local.slice(0, 10)} ${local.slice(11, 16)} to `);

    const unchanged = await call('update_booking', { booking_id, notes: 'By telephone' });
    expect(unchanged.data.before).toEqual({});
    expect(unchanged.text).toContain('Nothing was changed: it is still on ');

    const filled = await call('update_booking', { booking_id, service_id: 'filling' });
    expect(filled.isError, filled.text).toBe(false);
    expect(filled.data.before).toMatchObject({ service_name: 'Cleaning' });
    const [was, is] = [field(filled.data, 'before', 'staff_name'), field(filled.data, 'booking', 'staff_name')];
    expect(filled.text).toContain(
      `Changed to "Filling" instead of "Cleaning", and it is now with "${is}" instead of "${was}"; it still starts on `,
    );
    const staff_id = is === 'Dr. Rafael Ibarra' ? 'Whitfield' : 'Ibarra';
    const both = await call('update_booking', { booking_id, staff_id, start_time: first });
    expect(both.text).toMatch(
      new RegExp(`Moved from .* to .*\\), and it is now with "Dr\\. .*${staff_id}" instead of "${is}"\\.`),
    );
  });

  it('a caller who may not read contacts cannot book by contact_id, and does not learn whether a contact is new', async () => {
    const contact_id = await addContact({ name: 'Eva Sand', email: 'eva@example.com' });
    const restricted = await office.startServer({ RCPT_TOOLSETS: 'bookings' });
    const slot = { service_id: 'svc_cleaning', start_time: start() };
    const refused = await restricted.client.call('create_booking', { ...slot, contact_id });
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(
      /^contact_id: this caller may not read contacts \(.+\)\. Give contact_name, .* Nothing was changed\.$/,
    );
    const person = { contact_name: 'Eva Sand', contact_email: 'eva@example.com' };
    const booked = await restricted.client.call('create_booking', { ...slot, ...person });
    expect(booked.isError, booked.text).toBe(false);
    expect(JSON.stringify(booked)).not.toContain('contact_status');
    const unknown = await restricted.client.call('create_booking', { ...slot, ...person, service_id: 'massage' });
    expect(unknown.text).toContain('"massage" is not a service');
    expect(unknown.text).not.toContain('Cleaning');
    const misspelt = await restricted.client.call('create_booking', {
      ...person,
      service_id: 'svc_cleanin',
      start_time: start(),
    });
    expect(misspelt.text).toContain('"svc_cleanin" is not a service: give its id.');
    expect(misspelt.text).not.toContain('Cleaning');
    const nameOnly = await restricted.client.call('create_booking', {
      service_id: 'svc_cleaning',
      start_time: start(),
      contact_name: 'Eva',
    });
    expect(nameOnly.text).toMatch(/ If the name is not enough: give contact_phone or contact_email, too\.$/);
  });

  it('a key without read:contacts gets no statement about contacts from the platform', async () => {
    const answer = await fetch(`${office.platform.url}/api/v1/bookings`, {
      method: 'POST',
      headers: { 'x-api-key': await office.platform.key(['write:bookings']), 'content-type': 'application/json' },
      body: JSON.stringify({
        service_id: 'svc_cleaning',
        start_time: start(),
        contact: { name: 'Eva Sand', email: 'eva@example.com' },
      }),
    });
    expect(((await answer.json()) as { data: object }).data).toHaveProperty('contact_created', null);
  });

  it('a model under --redact strict books by contact_id for a number that it never sees', async () => {
    const contact_id = await addContact({ name: 'Iris Falk', phone: '212 555 0189' });
    const masked = await office.startServer({ RCPT_REDACT: 'strict' });
    const seen = await masked.client.call('get_contact', { contact_id });
    const made = await masked.client.call('create_booking', {
      service_id: 'svc_cleaning',
      start_time: start(),
      contact_id,
    });
    const booking_id = field(made.data, 'booking', 'id');
    const moved = await masked.client.call('update_booking', { booking_id, start_time: start() });
    for (const answer of [seen, made, moved]) {
      expect(answer.isError, answer.text).toBe(false);
      expect(JSON.stringify(answer)).not.toContain('5550189');
    }
    const { data } = await call('get_booking', { booking_id: booking_id as string });
    expect(field(data, 'booking', 'contact_phone')).toBe('+12125550189');
  });
});

describe('on another platform', () => {
  let upstream: Upstream;
  let session: HttpSession;
  beforeEach(async () => {
    upstream = await startUpstream();
    session = await startHttp({ RCPT_BASE_URL: upstream.url, RCPT_API_KEY: 'sk_live_x', RCPT_DEFAULT_COUNTRY: 'US' });
  });
  afterEach(async () => {
    await session?.close();
    await upstream?.close();
  });

  const contact = { id: 'ct_1', name: 'Ana', phone: '(212) 555-0123', email: null };
  const services = [
    { id: 'a', name: 'Cleaning' },
    { id: 'b', name: 'Filling' },
  ];
  const slot = { service_id: 'svc_1', start_time: '2200-01-06T10:00:00Z' };
  const posted = () => upstream.received.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));
  const requests = () => upstream.received.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
  /** A platform that has the contact and the services, and stores what it is sent. */
  const behave = (stored: object, created: object = {}) =>
    upstream.behave((request, response) => {
      const { method, path, body } = request;
      if (path.endsWith('/capabilities')) json(404, {})(request, response);
      else if (path.includes('/services')) page(services)(request, response);
      else if (path.includes('/contacts/')) json(200, { data: stored })(request, response);
      else if (method === 'POST')
        json(200, { data: { id: 'bk_1', ...JSON.parse(body), ...created } })(request, response);
      else json(404, {})(request, response);
    });

  it('an id of a service is sent as it is, and contact_id costs one request', async () => {
    behave(contact);
    const { isError, text, data } = await session.client.call('create_booking', { ...slot, contact_id: 'ct_1' });
    expect(isError, text).toBe(false);
    // The other reads are those of the check whether the person has a booking at that time.
    const read = requests().filter((line) => !/^GET .*\/(capabilities|services|bookings)$/.test(line));
    expect(read).toEqual(['GET /api/v1/contacts/ct_1', 'POST /api/v1/bookings']);
    expect(posted()).toEqual([{ ...slot, contact: { name: 'Ana', phone: '+12125550123' } }]);
    expect(data.contact_status).toBe('known');
  });

  it('a word that may be the name of a service is looked up', async () => {
    behave(contact);
    await session.client.call('create_booking', { ...slot, service_id: 'filling', contact_name: 'Ana' });
    expect(posted()).toMatchObject([{ service_id: 'b' }]);
  });

  it('nothing is said about the contact if the platform does not state it', async () => {
    behave(contact);
    const { data } = await session.client.call('create_booking', { ...slot, contact_name: 'Ana' });
    expect(data).not.toHaveProperty('contact_status');
  });

  it('a field contact_created that says nothing about the contact is shown as an undocumented field', async () => {
    behave(contact, { contact_created: '2026-01-01T00:00:00Z' });
    const { data } = await session.client.call('create_booking', { ...slot, contact_name: 'Ana' });
    expect(data).not.toHaveProperty('contact_status');
    expect(data.other_fields).toEqual({ contact_created: '2026-01-01T00:00:00Z' });
  });

  it('a contact without a name needs contact_name, and one without number and e-mail is sent with its name', async () => {
    behave({ id: 'ct_1', phone: 'extension 12' });
    const nameless = await session.client.call('create_booking', { ...slot, contact_id: 'ct_1' });
    expect(nameless.text).toBe(
      'contact_id: the contact ct_1 has no name. Give contact_name, too. Nothing was changed.',
    );
    await session.client.call('create_booking', { ...slot, contact_id: 'ct_1', contact_name: 'Ana' });
    behave({ id: 'ct_1', name: 'Bob' });
    await session.client.call('create_booking', { ...slot, contact_id: 'ct_1' });
    expect(posted().map((body) => body.contact)).toEqual([{ name: 'Ana', phone: 'extension 12' }, { name: 'Bob' }]);
  });

  it('a change of a field that the platform does not show is not taken for none', async () => {
    const shown = { id: 'bk_1', start_time: slot.start_time, contact };
    upstream.behave((request, response) => {
      if (request.path.endsWith('/capabilities')) json(404, {})(request, response);
      else if (request.path.includes('/services')) page(services)(request, response);
      else if (request.path.includes('/bookings/')) json(200, { data: shown })(request, response);
      else page([])(request, response);
    });
    const { text, data } = await session.client.call('update_booking', { booking_id: 'bk_1', service_id: 'filling' });
    expect(text).toContain('Changed: it is now on ');
    expect(data).not.toHaveProperty('before');
  });
});
