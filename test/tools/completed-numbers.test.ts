import { describe, expect, it, onTestFinished } from 'vitest';
import { field } from '../support/clients.ts';
import { useOffice } from '../support/office.ts';
import { openHour } from '../support/open-hours.ts';
import { startWithout } from '../support/without-extensions.ts';

/** Telephone numbers without +, of a business in Germany: the short metadata cannot tell that an area code is missing. */
const { call } = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York', RCPT_DEFAULT_COUNTRY: 'DE' } });
const READ = /phone was read with the calling code \+49: ask whether the area code is missing/;

describe('a number without country and area code', () => {
  it('create_contact and update_contact state how the number was read, and no note for a whole one', async () => {
    const made = await call('create_contact', { name: 'Kai Kurz', phone: '1234567' });
    expect(made.data.note).toMatch(READ);
    const contact_id = field(made.data, 'contact', 'id');
    for (const [phone, says] of [
      ['7654321', true],
      ['030 7654321', false],
      ['+49 30 7654322', false],
    ] as const) {
      const { data, text } = await call('update_contact', { contact_id, phone });
      expect(READ.test(String(data.note)), text).toBe(says);
    }
  });

  it('create_booking and update_booking state how the number was read', async () => {
    const slot = { service_id: 'svc_cleaning', start_time: openHour(40, 2203), contact_name: 'Kim Kurz' };
    const made = await call('create_booking', { ...slot, contact_phone: '2345678' });
    expect(made.data.note, made.text).toMatch(READ);
    const booking_id = field(made.data, 'booking', 'id');
    const changed = await call('update_booking', { booking_id, contact_phone: '3456789' });
    expect(changed.data.note, changed.text).toMatch(READ);
    const whole = await call('update_booking', { booking_id, contact_phone: '+49 30 3456789' });
    expect(whole.data.note ?? '').not.toMatch(READ);
    await call('cancel_booking', { booking_id });
  });

  it('create_contact, update_contact and create_booking state that an extension was not saved', async () => {
    const says = (argument: string) => `${argument} was saved without its extension.`;
    const made = await call('create_contact', { name: 'Eva Extra', phone: '+49 30 7654399 ext. 4' });
    expect(made.data, made.text).toMatchObject({ contact: { phone: '+49307654399' }, note: says('phone') });
    const contact_id = field(made.data, 'contact', 'id');
    const changed = await call('update_contact', { contact_id, phone: '030 7654398 x12' });
    expect(changed.data.note, changed.text).toBe(says('phone'));
    const slot = { service_id: 'svc_cleaning', start_time: openHour(40, 2204), contact_name: 'Eve Extra' };
    const booked = await call('create_booking', { ...slot, contact_phone: '+49 30 7654397 ext 4' });
    expect(booked.data.note, booked.text).toContain(says('contact_phone'));
  });

  it('lookup_caller that finds nothing says how it read the number, and which call finds it', async () => {
    await call('create_contact', { name: 'Ada Ahrens', phone: '+49 30 5551234' });
    const { data } = await call('lookup_caller', { query: '5551234' });
    expect(data).toMatchObject({ total_matches: 0 });
    expect(data.note).toMatch(/^The number was read with the calling code \+49\. .* list_contacts with query finds/);
    const listed = await call('list_contacts', { query: '5551234' });
    expect(listed.data.items).toMatchObject([{ name: 'Ada Ahrens' }]);
    expect((await call('lookup_caller', { query: '+49 40 5551234' })).data).not.toHaveProperty('note');
    expect((await call('lookup_caller', { query: '030 5551234' })).data).not.toHaveProperty('note');
  });
});

it('lookup_caller that finds no name advises to try a part of it or the number', async () => {
  await call('create_contact', { name: 'Joe Bloggers', email: 'joe@example.com' });
  const { data } = await call('lookup_caller', { query: 'Bloggs' });
  expect(data.note).toMatch(/first letters of the family name, or the telephone number/);
  expect((await call('lookup_caller', { query: 'Blogg' })).data).toMatchObject({ total_matches: 1 });
});

describe('a number without its country code, of a business whose country is not known', () => {
  const other = useOffice({ platform: { demo: true }, env: { RCPT_TIME_ZONE: 'America/New_York' } });
  const remote = async () => {
    const plain = await startWithout(other.platform.url, 'business');
    onTestFinished(plain.close);
    return (await other.startServer({ RCPT_BASE_URL: plain.url })).client;
  };

  it('create_contact, update_booking and lookup_caller say what is missing, and whom to ask', async () => {
    const client = await remote();
    for (const [tool, args] of [
      ['create_contact', { name: 'Kai Kurz', phone: '030 765-4321' }],
      ['update_booking', { booking_id: 'bk_1', contact_phone: '(030) 7654321' }],
      ['lookup_caller', { query: '030/7654321' }],
    ] as const) {
      const { isError, text } = await client.call(tool, args);
      expect(isError).toBe(true);
      expect(text).toMatch(
        /^"[^"]+" lacks its country code\. Write it in international format, such as \+12125550123\. Ask the user if the country is not certain\. The operator can set it: RCPT_DEFAULT_COUNTRY\./,
      );
      expect(text).not.toContain('is not a telephone number');
    }
  });

  it('other texts stay no telephone number, and get no advice about countries', async () => {
    const client = await remote();
    for (const phone of ['12', 'none', '+1 000 000 0000']) {
      const { text } = await client.call('create_contact', { name: 'Kai Kurz', phone });
      expect(text).toContain(`is not a telephone number. Write it in international format`);
      expect(text).not.toContain('RCPT_DEFAULT_COUNTRY');
    }
  });
});
