import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CALLER, type Call, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** "The second one" of what a caller was offered. Today is Monday, 2 March 2026, 10:00. */
const APPOINTMENTS = [
  { service: 'Cleaning', start: '2026-03-05T15:00', staff: 'Dana Lee', caller_name: 'Ann Archer' },
  { service: 'New patient exam', start: '2026-04-02T10:00', staff: 'Jin Kim', caller_name: 'Ann Archer' },
  { service: 'Deep cleaning', start: '2026-04-09T09:00', staff: 'Dana Lee', caller_name: 'Ann Archer' },
];
const SAID = ['the 5th at 15:00', 'the 2nd of April', 'the 9th of April'];

let office: VoiceOffice;
let call: Call;
beforeAll(async () => {
  const staff = ['Dana Lee', 'Jin Kim'].map((name, index) => ({ id: `person${index}`, name }));
  const all = staff.map(({ id }) => id);
  office = await openVoiceOffice(
    {},
    {
      staff,
      closures: [],
      services: [
        { id: 'cleaning', name: 'Cleaning', duration: '45m', staff: all },
        { id: 'exam', name: 'New patient exam', duration: '1h', staff: all },
        { id: 'deep', name: 'Deep cleaning', duration: '1h', staff: all },
        { id: 'first', name: 'First consultation', duration: '30m', staff: all },
      ],
    },
  );
  for (const one of APPOINTMENTS) await confirmed(office.as(CALLER), 'create_booking', one);
});
afterAll(() => office?.close());
// Each test is a call of its own, with a memory of its own.
beforeEach(() => {
  call = office.as(CALLER, {});
});

/** As long as an answer takes to say. */
const speak = () => office.clock.advance(5_000);
const say = async (name: string, args = {}) => {
  const { text } = await call(name, args);
  speak();
  return text;
};

describe.each<[language: string, places: [text: string, index: number][]]>([
  [
    'en-GB',
    [
      ['the first one', 0],
      ['the second one', 1],
      ['the second', 1],
      ['the third appointment, please', 2],
      ['the last one', 2],
      ["I'll take the second one", 1],
      ["I'd like the third appointment", 2],
      ['yes, the second one please', 1],
      ['option two', 1],
      ['option 1', 0],
      ['number 3', 2],
      ['the number three', 2],
      ['the first option, please', 0],
    ],
  ],
  [
    'de-DE',
    [
      ['den ersten Termin', 0],
      ['der zweite', 1],
      ['den dritten, bitte', 2],
      ['der letzte', 2],
      ['ich nehme den zweiten', 1],
      ['Ich hätte gerne den dritten Termin', 2],
      ['Option zwei', 1],
      ['die Nummer drei', 2],
      ['Nummer eins', 0],
      ['option two', 1],
      ['the second one', 1],
    ],
  ],
  [
    'fr-FR',
    [
      ['le premier', 0],
      ['le deuxième', 1],
      ['le second rendez-vous', 1],
      ['le troisième', 2],
      ['le dernier', 2],
      ['je prends le deuxième', 1],
      ["l'option deux", 1],
      ['option un', 0],
      ['le numéro trois', 2],
    ],
  ],
  [
    'es-ES',
    [
      ['la primera', 0],
      ['la segunda cita', 1],
      ['la tercera', 2],
      ['la última', 2],
      ['me quedo con la segunda', 1],
      ['la opción dos', 1],
      ['opción uno', 0],
      ['número tres', 2],
    ],
  ],
  [
    'it-IT',
    [
      ['il primo', 0],
      ['il secondo appuntamento', 1],
      ['il terzo', 2],
      ["l'ultimo", 2],
      ['prendo il secondo', 1],
      ["l'opzione uno", 0],
      ['numero due', 1],
    ],
  ],
  [
    'pt-BR',
    [
      ['o primeiro', 0],
      ['a segunda consulta', 1],
      ['o terceiro', 2],
      ['a última', 2],
      ['fico com o terceiro', 2],
      ['a opção dois', 1],
      ['opção um', 0],
      ['número três', 2],
    ],
  ],
])('a caller of %s who hears three appointments', (language, places) => {
  it.each(places)('%j is the one at place %i of them', async (appointment, index) => {
    call = office.as(CALLER, { language });
    const wanted = (await call('cancel_booking', { appointment: APPOINTMENTS[index]?.start })).text;
    await say('list_bookings');
    expect(await say('cancel_booking', { appointment })).toBe(wanted);
  });
});

it.each([
  ...['not the second one', "I won't take the second one", 'the second one or the third one', "I'll take it"],
  ...['option A', 'option for two', 'two options', 'number nine', 'option zero', 'another option', 'the number'],
])('%j is no place among three appointments, so that the caller is asked', async (appointment) => {
  await say('list_bookings');
  expect(await say('cancel_booking', { appointment })).toMatch(/^(?:Which appointment|I do not find that one)/);
});

it('a place is asked about where nothing was offered in this call, also if a day of the month has the number', async () => {
  for (const appointment of ['the second one', 'the last one', 'the later one']) {
    call = office.as(CALLER, {});
    expect(await say('cancel_booking', { appointment })).toMatch(/^Which appointment do you mean: .*\?$/);
  }
  call = office.as(CALLER, {});
  expect(await say('cancel_booking', { appointment: 'the 2nd' })).toContain('on Thursday the 2nd of April');
});

it('a caller does not choose from what was offered in another call', async () => {
  const first = office.as(CALLER);
  const other = office.as({ ...CALLER, callId: 'call_of_another' });
  await first('list_bookings');
  expect((await first('cancel_booking', { appointment: 'the first one' })).text).toContain(SAID[0]);
  expect((await other('cancel_booking', { appointment: 'the first one' })).text).toMatch(/^Which appointment/);
});

it('a place counts among the appointments of the last question, and the earlier or the later one among two', async () => {
  await say('list_bookings');
  const question = await say('cancel_booking', { staff: 'Dana' });
  expect(question).toBe(
    'Which appointment do you mean: Cleaning with Dana Lee on Thursday the 5th at 15:00 or Deep cleaning with Dana Lee on Thursday the 9th of April at 9:00?',
  );
  expect(await say('cancel_booking', { appointment: 'the second one' })).toContain(SAID[2]);
  expect(await say('cancel_booking', { appointment: 'the earlier one' })).toContain(SAID[0]);
  expect(await say('cancel_booking', { appointment: 'the later one' })).toContain(SAID[2]);
  await say('list_bookings');
  expect(await say('cancel_booking', { appointment: 'the later one' })).toMatch(/^Which appointment/);
});

it('a bare "the second" is asked about where another appointment is on the second of a month', async () => {
  await say('list_bookings');
  expect(await say('cancel_booking', { appointment: 'the third' })).toContain(SAID[2]);
  expect(await say('cancel_booking', { appointment: 'the second' })).toContain(SAID[1]);
});

it('two lists in one turn of the agent have no clear order', async () => {
  await call('list_bookings');
  await call('cancel_booking', { staff: 'Dana' });
  speak();
  expect(await say('cancel_booking', { appointment: 'the second one' })).toMatch(/^Which appointment do you mean: /);
});

describe('times', () => {
  const book = (start: string, more = {}) =>
    say('create_booking', { service: 'Cleaning', start, caller_name: 'Ann Archer', ...more });
  const OFFER = /possible on Thursday the 5th at 10:00, on Friday the 6th at 10:00 or on Monday the 9th at 10:00\.$/;

  it('a place is one among the free times of a refusal, and the yes books it', async () => {
    expect(await book('2026-03-07T10:00')).toMatch(OFFER);
    expect(await book('the second one')).toMatch(/^I would book Cleaning on Friday the 6th at 10:00, /);
    expect(await book('the last one')).toMatch(/^I would book Cleaning on Monday the 9th at 10:00, /);
    expect(await book('the first time')).toMatch(/^I would book Cleaning on Thursday the 5th at 10:00, /);
    expect(await book('option 2')).toMatch(/^I would book Cleaning on Friday the 6th at 10:00, /);
    expect(await book('the first time', { confirmed: true })).toMatch(
      /^It is booked: .* on Thursday the 5th at 10:00\.$/,
    );
  });

  it('an appointment and its new time can both be places', async () => {
    await say('list_bookings');
    await say('find_open_times', { service: 'Deep cleaning', date: 'Friday around 9' });
    expect(await say('update_booking', { appointment: 'the last one', new_start: 'the second one' })).toMatch(
      /^I would move Deep cleaning with Dana Lee on Thursday the 9th of April at 9:00 to a new time, on Friday the 6th of March at 9:00\./,
    );
  });

  it.each([
    ['en-GB', 'the second', 'the last one'],
    ['de-DE', 'den zweiten', 'die letzte Zeit'],
    ['fr-FR', 'le deuxième', 'le dernier'],
    ['es-ES', 'la segunda', 'la última'],
  ])(
    'a caller of %s means times of one day by %j and %j, also on the second of a month',
    async (language, second, last) => {
      call = office.as(CALLER, { language });
      await say('find_open_times', { service: 'Deep cleaning', date: '2026-04-02T14:00' });
      await book('the fifth one');
      expect(await book(second)).toMatch(/ 14:00\D*\?$/);
      expect(await book(last)).toMatch(/ 14:15\D*\?$/);
    },
  );

  it('a caller who has chosen from an offer can be offered more in the same turn', async () => {
    await call('create_booking', { service: 'Cleaning', start: '2026-03-07T10:00', caller_name: 'Ann Archer' });
    await call('create_booking', { service: 'Cleaning', start: 'the first one', caller_name: 'Ann Archer' });
    await call('create_booking', { service: 'Cleaning', start: '2026-03-14T10:00', caller_name: 'Ann Archer' });
    expect(await book('the last one')).toMatch(/^I would book Cleaning on Monday the 16th at 10:00, /);
  });

  it('a place is one of the times of the last question, and not of a range of times or of an earlier offer', async () => {
    const question = 'Which exact time would you like?';
    await say('find_open_times', { service: 'Cleaning', date: '2026-03-10' });
    expect(await book('the second one')).toBe(question);
    await book('2026-03-07T10:00');
    expect(await book('Tuesday at 9 or 10')).toBe('Do you mean at 9:00 or at 10:00?');
    expect(await book('the second one')).toContain('I would book Cleaning tomorrow at 10:00');
    expect(await book('the third one')).toBe(question);
  });

  it('the first one is the first free time from now on where no times were offered', async () => {
    expect(await book('the first one')).toMatch(/^Today: .*Which exact time would you like\?$/);
  });
});

describe('services and people', () => {
  const book = (more: object) =>
    say('create_booking', { start: '2026-03-12T09:00', caller_name: 'Ann Archer', service: 'Cleaning', ...more });

  it('a place is one among the services that were named', async () => {
    expect(await say('list_services')).toBe(
      'We offer Cleaning, Deep cleaning, First consultation and New patient exam.',
    );
    expect(await book({ service: 'the second one' })).toMatch(/^I would book Deep cleaning /);
    expect(await book({ service: 'the last one' })).toMatch(/^I would book New patient exam /);
    expect(await book({ service: "I'll take the first one" })).toMatch(/^I would book Cleaning /);
    await say('list_services');
    expect(await book({ service: 'number four' })).toMatch(/^I would book New patient exam /);
  });

  it('a place that is a word of a name is asked about', async () => {
    await say('list_services');
    expect(await book({ service: 'the first' })).toBe('Do you mean Cleaning or First consultation?');
  });

  it('services are named where a place is said and none was', async () => {
    expect(await book({ service: 'the second one' })).toBe(
      'We offer Cleaning, Deep cleaning, First consultation and New patient exam.',
    );
  });

  it('a place is one among the people who were named', async () => {
    expect(await book({ staff: 'Robin' })).toBe('I do not know that person. You can choose Dana Lee or Jin Kim.');
    expect(await book({ staff: 'the second one' })).toMatch(/^I would book Cleaning with Jin Kim /);
    expect(await book({ staff: 'with the first one' })).toMatch(/^I would book Cleaning with Dana Lee /);
  });
});

it('"option two" is the service of this name, and asked about where it is also a place', async () => {
  const options = ['Option one', 'Option two', 'Massage'].map((name) => ({ id: name, name, duration: '30m' }));
  const other = await openVoiceOffice({}, { services: options });
  const ask = async (name: string, args = {}) => {
    const { text } = await other.as(CALLER)(name, args);
    other.clock.advance(5_000);
    return text;
  };
  const book = () =>
    ask('create_booking', { start: '2026-03-12T09:00', caller_name: 'Ann Archer', service: 'Option two' });
  expect(await book()).toMatch(/^I would book Option two on /);
  expect(await ask('list_services')).toBe('We offer Massage, Option one and Option two.');
  expect(await book()).toBe('Do you mean Option one or Option two?');
  expect(await book()).toMatch(/^I would book Option two on /);
  await other.close();
});
