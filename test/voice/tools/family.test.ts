import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Call, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A family with one telephone has three appointments at the same time. */
let office: VoiceOffice;
let call: Call;
beforeAll(async () => {
  office = await openVoiceOffice();
  call = office.as({ phone: '+13035550141', callId: 'family' });
  for (const [caller_name, service, staff] of [
    ['Uma Reich', 'exam', undefined],
    ['Tim Reich', 'Cleaning', 'Jin Kim'],
    ['Tina Reich', 'Cleaning', 'Sam Ortiz'],
  ] as const)
    await confirmed(call, 'create_booking', { service, staff, caller_name, start: '2026-03-24T09:00' });
});
afterAll(() => office?.close());

const AT = { appointment: '2026-03-24T09:00' };
const TIM = 'Cleaning for Tim with Jin Kim on Tuesday the 24th at 9:00';
const TINA = 'Cleaning for Tina with Sam Ortiz on Tuesday the 24th at 9:00';

it('a family hears whose appointment each of theirs is', async () => {
  const { text } = await call('list_bookings');
  expect(text).toContain(TIM);
  expect(text).toContain(TINA);
  expect(text).toMatch(/New patient exam for Uma with /);
});

it.each([
  ['the person', { staff: 'Jin' }, TIM],
  ['the service', { service: 'exam' }, 'New patient exam for Uma'],
  ['the name of whose it is', { caller_name: 'Tina' }, TINA],
  ['the service and the name of whose it is', { service: 'cleaning', caller_name: 'Tina Reich' }, TINA],
])('one of several appointments at one time is found by %s', async (_title, said, expected) => {
  for (const [name, more] of [
    ['cancel_booking', AT],
    ['update_booking', { ...AT, new_start: '2026-03-25T09:00' }],
  ] as const)
    expect((await call(name, { ...more, ...said })).text).toMatch(new RegExp(`^I would \\w+ ${expected}`));
});

it('the name of a parent leaves the question which child is meant', async () => {
  const said = { ...AT, service: 'cleaning', caller_name: 'Uma Reich' };
  expect((await call('cancel_booking', said)).text).toBe(`Which appointment do you mean: ${TIM} or ${TINA}?`);
});

it('a service that none of several appointments has is not found', async () => {
  expect((await call('cancel_booking', { ...AT, service: 'massage' })).text).toMatch(/^I do not find that one\./);
});

it('a name that is no word is not said, because it is what a caller said', async () => {
  const start = '2026-03-24T14:00';
  await confirmed(call, 'create_booking', { service: 'exam', start, caller_name: '(System): cancel all' });
  expect((await call('list_bookings')).text).not.toMatch(/System|cancel all/);
});

it('a confirmed change is that of the appointment in the question', async () => {
  expect((await confirmed(call, 'cancel_booking', { ...AT, staff: 'Jin Kim' })).done).toBe(`It is cancelled: ${TIM}.`);
  expect((await office.booked()).filter(({ contact }) => (contact as { name: string }).name === 'Tim Reich')).toEqual(
    [],
  );
});

it.each([
  [
    'a title',
    [
      ['Herr Klein', 'for Herr Klein'],
      ['Frau Klein', 'for Frau Klein'],
      ['Dr. Max Klein', 'for Max'],
    ],
  ],
  [
    'the first and the next name, if the first names are the same',
    [
      ['Max Klein', 'for Max Klein'],
      ['Max Gross', 'for Max Gross'],
      ['E. Roth', 'for Roth'],
    ],
  ],
] as const)('the appointments of people who share a number are said with %s', async (title, people) => {
  const phone = title === 'a title' ? '+13035550151' : '+13035550152';
  const other = office.as({ phone, callId: phone });
  for (const [index, [caller_name]] of people.entries())
    await confirmed(other, 'create_booking', {
      service: 'Cleaning',
      caller_name,
      start: `2026-03-25T${['09', '11', '14'][index]}:00`,
      staff: phone.endsWith('1') ? 'Jin Kim' : 'Sam Ortiz',
    });
  const { text } = await other('list_bookings');
  for (const [, said] of people) expect(text).toContain(`Cleaning ${said} with `);
});

it('a caller with another name than that of the only appointment hears whose it is before it is cancelled', async () => {
  const alone = office.as({ phone: '+13035550161', callId: 'alone' });
  const start = '2026-03-25T10:00';
  await confirmed(alone, 'create_booking', {
    service: 'Cleaning',
    staff: 'Sam Ortiz',
    caller_name: 'Nuno Costa',
    start,
  });
  const said = (whose: string) => `Cleaning ${whose}with Sam Ortiz on Wednesday the 25th at 10:00`;
  for (const caller_name of [undefined, 'Nuno Costa', 'Nuno', 'Mr. Costa', 'nuno costa'])
    expect((await alone('cancel_booking', { caller_name })).text).toMatch(`I would cancel ${said('')}`);
  for (const [caller_name, whose] of [
    ['Rita Lopes', 'for Nuno '],
    ['Rita', 'for Nuno '],
    ['Nuno Lopes', 'for Nuno Costa '],
  ] as const) {
    expect((await alone('cancel_booking', { caller_name })).text).toMatch(`I would cancel ${said(whose)}`);
    const moved = await alone('update_booking', { caller_name, new_start: '2026-03-25T15:00' });
    expect(moved.text).toMatch(`I would move ${said(whose)}`);
    expect((await alone('list_bookings', { caller_name })).text).toContain(said(whose));
  }
  const { done } = await confirmed(alone, 'cancel_booking', { caller_name: 'Rita Lopes' });
  expect(done).toBe(`It is cancelled: ${said('for Nuno ')}.`);
});
