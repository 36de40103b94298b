import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { field } from '../support/clients.ts';
import { temporaryFolder } from '../support/engines.ts';
import { useOffice } from '../support/office.ts';
import { weekdayAhead } from '../support/open-hours.ts';

/** A customer with an appointment is asked about a second one only if the business could take it. */
const ROBIN = { contact_name: 'Robin Twice', contact_phone: '+12125550161' };

const folder = temporaryFolder();
const audit = join(folder, 'audit.jsonl');
const office = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York', RCPT_AUDIT: audit } });
let booked: string;

beforeAll(async () => {
  const { data, text } = await book('svc_filling', '16:00');
  booked = field(data, 'booking', 'id') as string;
  expect(booked, text).toBeDefined();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A Tuesday, on which the business is open 08:00-17:00. */
const tuesday = weekdayAhead(2, 40);
const at = (time: string) => `${tuesday}T${time}`;
const book = (service_id: string, time: string, more: object = {}) =>
  office.call('create_booking', { service_id, start_time: at(time), ...ROBIN, ...more });

it('a second appointment that ends after the opening hours is refused without a question, with other times', async () => {
  const { data, text, isError } = await book('svc_root_canal', '16:00');
  expect(isError, text).toBe(true);
  expect(data).not.toHaveProperty('question');
  expect(data.error).toMatchObject({ rule: 'outside_hours', changed: 'no' });
  expect(text).toMatch(
    new RegExp(
      `^The business is open only 08:00-17:00 on Tuesday ${tuesday}\\. Nothing was changed\\. Choose another time`,
    ),
  );
  expect(text).toMatch(/Free instead: Tuesday .* repeat it with override \["outside_hours"\]\./);
  expect(field(data, 'error', 'alternatives')).not.toHaveLength(0);
});

it('the audit log records a second appointment that was refused as not done, for the reason that the answer gives', async () => {
  const { data } = await book('svc_root_canal', '16:15');
  const last = JSON.parse(readFileSync(audit, 'utf8').trimEnd().split('\n').at(-1) as string);
  expect(last).toMatchObject({ event: 'end', tool: 'create_booking', outcome: 'not_done', error: 'bad_request' });
  expect(field(data, 'error', 'kind')).toBe(last.error);
});

it('a second appointment that the business can take is a question', async () => {
  const { data, text } = await book('svc_child_checkup', '16:30');
  expect(field(data, 'question', 'kind'), text).toBe('same_person');
});

it('a second appointment with a deliberate exception from the rule is a question', async () => {
  const { data, text } = await book('svc_root_canal', '16:00', { override: ['outside_hours'] });
  expect(field(data, 'question', 'kind'), text).toBe('same_person');
});

it('a second appointment with the person who has the first one then is refused without a question', async () => {
  const first = await office.call('get_booking', { booking_id: booked });
  const busy = field(first.data, 'booking', 'staff_id');
  const { data, text, isError } = await book('svc_filling', '15:30', { staff_id: busy });
  expect(isError, text).toBe(true);
  expect(data).not.toHaveProperty('question');
  expect(data.error).toMatchObject({ rule: 'slot_unavailable', changed: 'no' });
  expect(text).toMatch(
    /^This person has 1 booking at that time\. The same staff member has it, and takes no other one then\. Nothing/,
  );
  expect(text).toMatch(/At the requested time free with: .* Free instead with .*: Tuesday /);

  const other = await book('svc_filling', '15:45', {
    staff_id: busy === 'stf_ibarra' ? 'stf_whitfield' : 'stf_ibarra',
  });
  expect(field(other.data, 'question', 'kind'), other.text).toBe('same_person');
});

it('a move onto another appointment that ends after the opening hours is refused without a question', async () => {
  const second = await book('svc_root_canal', '09:00');
  const booking_id = field(second.data, 'booking', 'id');
  const { data, text, isError } = await office.call('update_booking', { booking_id, start_time: at('16:15') });
  expect(isError, text).toBe(true);
  expect(data.error).toMatchObject({ rule: 'outside_hours', changed: 'no' });
});
