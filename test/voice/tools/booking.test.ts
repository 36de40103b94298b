import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PROPOSAL_TTL_MS } from '../../../src/tools/voice/core/memory.ts';
import { CALLER, type Call, confirmed, openVoiceOffice, type VoiceOffice, WITHHELD } from './support/office.ts';

/** A caller books, hears of, moves and cancels appointments of a practice: it is Monday, 2 March 2026, 10:00 in Denver. */
let office: VoiceOffice;
let call: Call;

beforeAll(async () => {
  office = await openVoiceOffice();
  call = office.as(CALLER);
});
afterAll(() => office?.close());
afterEach(async () => {
  for (const { id } of await office.booked()) await office.send('POST', `/bookings/${id}/cancel`, {});
});

const CLEANING = { service: 'Cleaning', start: '2026-03-24T09:00', caller_name: 'Ann Archer', staff: 'Jin Kim' };

describe('services, hours and free times', () => {
  it('services are named with length and price', async () => {
    expect((await call('list_services')).text).toBe(
      'Cleaning takes 45 minutes and costs $115. New patient exam takes 1 hour and costs $189.',
    );
    expect((await call('list_services', { service: 'a dental cleaning, please' })).text).toBe(
      'Cleaning takes 45 minutes and costs $115.',
    );
    expect((await call('list_services', { service: 'massage' })).text).toBe(
      'We do not offer that. We offer Cleaning and New patient exam.',
    );
  });

  it('hours of the next seven days are grouped, and closures are said', async () => {
    expect((await call('get_opening_hours')).text).toBe(
      'In the next seven days we are open Monday to Friday from 8:00 to 12:00 and from 13:00 to 17:00; Saturday by appointment from 9:00 to 12:00. We are closed Sunday.',
    );
    expect((await call('get_opening_hours', { date: 'tomorrow' })).text).toBe(
      'Tomorrow we are open from 8:00 to 12:00 and from 13:00 to 17:00.',
    );
    expect((await call('get_opening_hours', { date: '2026-03-17' })).text).toBe(
      'On Tuesday the 17th we are closed: Spring cleaning.',
    );
  });

  it('free times of a day are ranges if they are many, and times if they are few', async () => {
    expect((await call('find_open_times', { service: 'Cleaning', date: '2026-03-24' })).text).toBe(
      'Tuesday the 24th: 8:00 to 11:15 and 13:00 to 16:15 are free.',
    );
    for (const staff of ['kim', 'ortiz'])
      await office.send('POST', '/bookings', {
        service_id: 'cleaning',
        start_time: '2026-03-24T20:00:00Z',
        staff_id: staff,
        contact: { name: 'Someone', email: `${staff}@example.com` },
      });
    expect(
      (await call('find_open_times', { service: 'Cleaning', date: '2026-03-24', part_of_day: 'afternoon' })).text,
    ).toBe('Tuesday the 24th: 13:00 and 15:00 to 16:15 are free.');
    expect((await call('find_open_times', { service: 'Cleaning', date: '2026-03-17' })).text).toBe(
      'On Tuesday the 17th we are closed: Spring cleaning. The next free time is on Wednesday the 18th at 8:00.',
    );
  });

  it('without a date, the first two days are said', async () => {
    expect((await call('find_open_times', { service: 'Cleaning' })).text).toBe(
      'Today: 13:00 to 16:15 are free. Tomorrow: 8:00 to 11:15 and 13:00 to 16:15 are free.',
    );
  });

  it('a person who does not perform the service is not offered, and those who do are named', async () => {
    expect((await call('find_open_times', { service: 'Cleaning', staff: 'Dana Lee' })).text).toBe(
      'Dr. Dana Lee does not do that. You can choose Jin Kim or Sam Ortiz.',
    );
    expect((await call('find_open_times', { service: 'exam', staff: 'Dana Lee', date: '2026-03-07' })).text).toBe(
      'Saturday the 7th: 9:00 to 11:00 are free.',
    );
  });
});

describe('a change', () => {
  it('a change is asked about first, and made after the yes', async () => {
    const asked = await call('create_booking', CLEANING);
    expect(asked).toEqual({
      text: 'I would book Cleaning with Jin Kim on Tuesday the 24th at 9:00, under the name Ann Archer. Is that right?',
      isError: false,
    });
    expect(await office.booked()).toEqual([]);
    const done = await call('create_booking', { ...CLEANING, confirmed: true });
    expect(done.text).toBe('It is booked: Cleaning with Jin Kim on Tuesday the 24th at 9:00.');
    expect(await office.booked()).toMatchObject([
      {
        start_time: '2026-03-24T15:00:00Z',
        staff_id: 'kim',
        contact: { name: 'Ann Archer', phone: CALLER.phone },
        notes: '',
      },
    ]);
    expect((await call('list_bookings')).text).toBe('You have Cleaning with Jin Kim on Tuesday the 24th at 9:00.');

    const moved = await confirmed(call, 'update_booking', { new_start: '2026-03-25T13:30' });
    expect(moved).toEqual({
      asked:
        'I would move Cleaning with Jin Kim on Tuesday the 24th at 9:00 to a new time, on Wednesday the 25th at 13:30. Is that right?',
      done: 'It is moved. You now have Cleaning with Jin Kim on Wednesday the 25th at 13:30.',
    });
    expect(await office.booked()).toMatchObject([{ start_time: '2026-03-25T19:30:00Z' }]);

    const cancelled = await confirmed(call, 'cancel_booking', { appointment: '2026-03-25T13:30' });
    expect(cancelled).toEqual({
      asked: 'I would cancel Cleaning with Jin Kim on Wednesday the 25th at 13:30. Is that right?',
      done: 'It is cancelled: Cleaning with Jin Kim on Wednesday the 25th at 13:30.',
    });
    expect(await office.booked()).toEqual([]);
    expect((await call('list_bookings')).text).toBe(
      'I find no appointment ahead under the number you are calling from.',
    );
  });

  it.each([
    ['without the question', [], {}],
    ['for another time', [{ start: '2026-03-24T10:00' }], {}],
    ['for another service', [{ service: 'New patient exam', staff: undefined }], {}],
    ['for another name', [{ caller_name: 'Bob Archer' }], {}],
    ['for another person', [{ staff: 'Sam Ortiz' }], {}],
    ['for another note', [{ note: 'By the window' }], {}],
    ['in another call', [{}], { callId: 'call_9' }],
    ['from another number', [{}], { phone: '+13035550909' }],
  ])('a change is asked about again if it is confirmed %s', async (_title, asked, other) => {
    // Each case has a day of its own call, so that earlier questions do not count.
    const caller = { phone: CALLER.phone, callId: `case ${_title}` };
    for (const args of asked) await office.as({ ...caller, ...other })('create_booking', { ...CLEANING, ...args });
    const answer = await office.as(caller)('create_booking', { ...CLEANING, confirmed: true });
    expect(answer.text).toBe(
      'I would book Cleaning with Jin Kim on Tuesday the 24th at 9:00, under the name Ann Archer. Is that right?',
    );
    expect(await office.booked()).toEqual([]);
    // That question counts.
    expect((await office.as(caller)('create_booking', { ...CLEANING, confirmed: true })).text).toMatch(/^It is booked/);
  });

  it('a change is asked about again if it is confirmed after more than ten minutes', async () => {
    const late = await openVoiceOffice();
    try {
      const caller = late.as(CALLER);
      await caller('create_booking', CLEANING);
      late.clock.advance(PROPOSAL_TTL_MS);
      expect((await caller('create_booking', { ...CLEANING, confirmed: true })).text).toMatch(/Is that right\?$/);
      late.clock.advance(PROPOSAL_TTL_MS - 1);
      expect((await caller('create_booking', { ...CLEANING, confirmed: true })).text).toMatch(/^It is booked/);
    } finally {
      await late.close();
    }
  });

  it('a change is asked about again if the state has changed meanwhile', async () => {
    const caller = office.as({ phone: '+13035550111', callId: 'changed' });
    const args = { ...CLEANING, start: '2026-03-26T09:00' };
    await confirmed(caller, 'create_booking', args);
    expect((await caller('cancel_booking')).text).toMatch(
      /^I would cancel Cleaning with Jin Kim on Thursday the 26th at 9:00/,
    );
    const [booking] = await office.booked();
    await office.send('PUT', `/bookings/${booking?.id}`, { start_time: '2026-03-26T17:00:00Z' });
    expect((await caller('cancel_booking', { confirmed: true })).text).toBe(
      'I would cancel Cleaning with Jin Kim on Thursday the 26th at 11:00. Is that right?',
    );
    expect(await office.booked()).toHaveLength(1);
    expect((await caller('cancel_booking', { confirmed: true })).text).toMatch(/^It is cancelled/);
  });

  it('a booking is refused if the time was taken between question and yes, with the nearest free times', async () => {
    const caller = office.as({ phone: '+13035550112', callId: 'taken' });
    await caller('create_booking', CLEANING);
    await office.send('POST', '/bookings', {
      service_id: 'cleaning',
      start_time: '2026-03-24T15:00:00Z',
      staff_id: 'kim',
      contact: { name: 'Someone Else', phone: '+13035550113' },
    });
    const answer = await caller('create_booking', { ...CLEANING, confirmed: true });
    expect(answer.text).toBe(
      'That time is not possible. It would be possible on Tuesday the 24th at 8:00, at 10:00 or at 10:15.',
    );
    expect(await office.booked()).toHaveLength(1);
  });

  it('a booking is made once, however often it is confirmed', async () => {
    const caller = office.as({ phone: '+13035550114', callId: 'twice' });
    await caller('create_booking', CLEANING);
    const answers = await Promise.all([1, 2, 3].map(() => caller('create_booking', { ...CLEANING, confirmed: true })));
    const later = await caller('create_booking', { ...CLEANING, confirmed: true });
    expect([...answers, later].map(({ text }) => text)).toEqual(
      Array.from({ length: 4 }, () => 'It is booked: Cleaning with Jin Kim on Tuesday the 24th at 9:00.'),
    );
    expect(await office.booked()).toHaveLength(1);
  });

  it('a booking that was cancelled is asked about again, and not reported as made', async () => {
    const caller = office.as({ phone: '+13035550115', callId: 'undone' });
    await confirmed(caller, 'create_booking', CLEANING);
    await confirmed(caller, 'cancel_booking', {});
    expect((await caller('create_booking', { ...CLEANING, confirmed: true })).text).toMatch(/Is that right\?$/);
    expect((await caller('create_booking', { ...CLEANING, confirmed: true })).text).toMatch(/^It is booked/);
    expect(await office.booked()).toHaveLength(1);
  });

  it('a move to the time that an appointment has already changes nothing and asks nothing', async () => {
    const caller = office.as({ phone: '+13035550117', callId: 'same' });
    await confirmed(caller, 'create_booking', CLEANING);
    for (const more of [{}, { confirmed: true }]) {
      const answer = await caller('update_booking', { new_start: CLEANING.start, ...more });
      expect(answer.text).toBe('You already have Cleaning with Jin Kim on Tuesday the 24th at 9:00.');
      expect(answer.isError).toBe(false);
    }
    expect(await office.booked()).toHaveLength(1);
  });

  it('an appointment that was moved leaves room for another at its first time', async () => {
    const caller = office.as({ phone: '+13035550116', callId: 'again' });
    await confirmed(caller, 'create_booking', CLEANING);
    await confirmed(caller, 'update_booking', { new_start: '2026-03-24T13:00' });
    await confirmed(caller, 'create_booking', CLEANING);
    expect((await office.booked()).map(({ start_time }) => start_time)).toEqual([
      '2026-03-24T15:00:00Z',
      '2026-03-24T19:00:00Z',
    ]);
  });
});

describe('a time that is not possible', () => {
  it('a time within the notice has the same sentence as a taken one', async () => {
    const answer = await call('create_booking', { ...CLEANING, start: '2026-03-02T10:15' });
    expect(answer.isError).toBe(false);
    expect(answer.text).toMatch(/^That time is not possible\.( It would be possible (on|today|tomorrow) [^.]+\.)?$/);
    expect(answer.text).not.toMatch(/closed|notice|taken|hours|booked|window/i);
  });
});

describe('a caller with several appointments', () => {
  it('a caller with several appointments names the one that is meant, and hears them otherwise', async () => {
    const caller = office.as({ phone: '+13035550121', callId: 'several' });
    await confirmed(caller, 'create_booking', { ...CLEANING, start: '2026-03-24T09:00' });
    await confirmed(caller, 'create_booking', { ...CLEANING, start: '2026-03-26T09:00' });
    const both = 'Cleaning with Jin Kim on Tuesday the 24th at 9:00';
    const second = 'Cleaning with Jin Kim on Thursday the 26th at 9:00';
    expect((await caller('list_bookings')).text).toBe(`You have ${both} and ${second}.`);
    expect((await caller('cancel_booking')).text).toBe(`Which appointment do you mean: ${both} or ${second}?`);
    expect((await caller('cancel_booking', { appointment: '2026-03-25T09:00' })).text).toBe(
      `I do not find that one. You have ${both} and ${second}.`,
    );
    expect((await confirmed(caller, 'cancel_booking', { appointment: '2026-03-26' })).done).toBe(
      `It is cancelled: ${second}.`,
    );
    expect((await office.booked()).map(({ start_time }) => start_time)).toEqual(['2026-03-24T15:00:00Z']);
  });

  it('a caller hears of an own appointment at the same time, and can have a second one', async () => {
    const caller = office.as({ phone: '+13035550122', callId: 'same time' });
    await confirmed(caller, 'create_booking', CLEANING);
    const exam = { service: 'exam', start: '2026-03-24T09:15', caller_name: 'Ann Archer' };
    const { asked, done } = await confirmed(caller, 'create_booking', exam);
    expect(asked).toBe(
      'You already have Cleaning with Jin Kim on Tuesday the 24th at 9:00. I would book New patient exam on Tuesday the 24th at 9:15, under the name Ann Archer. Is that right?',
    );
    expect(done).toMatch(/^It is booked: New patient exam with Dr\. \w+ \w+ on Tuesday the 24th at 9:15\.$/);
    expect(await office.booked()).toHaveLength(2);
  });
});

describe('an appointment whose service has another length since', () => {
  it.each([
    ['longer', '90m', '2026-03-24T13:00', /^I would move Cleaning /],
    ['shorter', '20m', '2026-03-24T13:30', /^You already have New patient exam .* at 14:00\. I would move Cleaning /],
  ])(
    'an appointment whose service is %s by now keeps its length, with which it is compared with the others',
    async (_title, ...more) => {
      const [duration, new_start, says] = more;
      const changed = await openVoiceOffice();
      try {
        const caller = changed.as(CALLER);
        await confirmed(caller, 'create_booking', CLEANING);
        const exam = { service: 'exam', start: '2026-03-24T14:00', caller_name: 'Ann Archer' };
        await confirmed(caller, 'create_booking', exam);
        const business = { services: [{ id: 'cleaning', duration }] };
        await changed.send('POST', '/business/apply', { business });
        const move = { appointment: CLEANING.start, new_start };
        const { asked, done } = await confirmed(caller, 'update_booking', move);
        expect(asked).toMatch(says);
        expect(done).toMatch(/^It is moved/);
      } finally {
        await changed.close();
      }
    },
  );
});

describe('a caller whose number is unknown', () => {
  it('a caller without a number books with one that is noted and belongs to no contact', async () => {
    const caller = office.as(WITHHELD);
    expect((await caller('create_booking', CLEANING)).text).toBe(
      'I cannot see your number. Under which number can we call you back?',
    );
    expect((await caller('create_booking', { ...CLEANING, callback_number: 'not a number' })).text).toBe(
      'I cannot see your number. Under which number can we call you back?',
    );
    const args = { ...CLEANING, callback_number: '(303) 555-0101', note: 'Please be gentle' };
    await confirmed(caller, 'create_booking', args);
    expect(await office.booked()).toMatchObject([
      {
        contact: { name: 'Ann Archer', email: null, phone: null },
        notes: 'Please be gentle\nCallback number as the caller said it, not verified: +13035550101',
      },
    ]);
    // Whose number was said neither hears of it nor gets it as theirs.
    expect((await call('list_bookings')).text).toMatch(/^I find no appointment/);
  });

  it.each(['list_bookings', 'cancel_booking', 'update_booking'])(
    'a caller without a number hears one sentence from %s',
    async (name) => {
      const args = name === 'update_booking' ? { new_start: '2026-03-25T09:00' } : {};
      for (const more of [{}, { caller_name: 'Ann Archer', date_of_birth: '1990-01-01' }])
        expect((await office.as(WITHHELD)(name, { ...args, ...more })).text).toBe(
          'I cannot see the number you are calling from, so I cannot look up, move or cancel an appointment. I can book a new one.',
        );
    },
  );

  it('a caller without a number is not confused with a namesake who says another number to call back', async () => {
    const args = { ...CLEANING, staff: undefined, callback_number: '+13035550190' };
    const first = await confirmed(office.as({ phone: null, callId: 'a' }), 'create_booking', args);
    const other = { ...args, callback_number: '+13035550191' };
    const second = await confirmed(office.as({ phone: null, callId: 'b' }), 'create_booking', other);
    expect([first.done, second.done].every((text) => text.startsWith('It is booked'))).toBe(true);
    expect((await office.booked()).map(({ staff_id }) => staff_id).sort()).toEqual(['kim', 'ortiz']);
  });
});

it('invalid arguments and unknown ones are answered with a sentence that names none', async () => {
  const expected = {
    forAgent: expect.stringMatching(/^Not to be said: (?!.*(?:bob|\+1|bk_))/),
    text: 'I did not understand that, and nothing was changed. Please say it once more.',
    isError: true,
  };
  expect(await call('create_booking', { ...CLEANING, start: 'some Tuesday' })).toEqual(expected);
  expect(await call('create_booking', { ...CLEANING, contact_email: 'bob@example.com' })).toEqual(expected);
  expect(await call('create_booking', { ...CLEANING, contact_phone: '+13035550202' })).toEqual(expected);
  expect(await call('cancel_booking', { booking_id: 'bk_1' })).toEqual(expected);
  expect(await call('list_bookings', { phone: '+13035550202' })).toEqual(expected);
});
