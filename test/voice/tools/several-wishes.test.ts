import { expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
import { useAskedOffices } from './support/asking.ts';

/** More than one thing is said of a time. Today is Monday, 2 March 2026, 10:00. */
const open = useAskedOffices();

it.each([
  ['en-GB', 'Tuesday and Thursday at 3', 'Do you mean tomorrow at 15:00 or on Thursday the 5th at 15:00?'],
  ['en-GB', 'Tuesday at 3 and Thursday at 4', 'Do you mean tomorrow at 15:00 or on Thursday the 5th at 16:00?'],
  [
    'de-DE',
    'Dienstag und Donnerstag um 15 Uhr',
    'Meinen Sie morgen um 15:00 Uhr oder am Donnerstag, den 5. um 15:00 Uhr?',
  ],
  ['fr-FR', 'mardi et jeudi à 15 h', 'Voulez-vous dire demain à 15:00 ou le jeudi 5 à 15:00 ?'],
  ['es-ES', 'el martes y el jueves a las 3', '¿Quiere decir mañana a las 15:00 o el jueves 5 a las 15:00?'],
  ['it-IT', 'martedì e giovedì alle 15', 'Intende domani alle 15:00 o giovedì 5 alle 15:00?'],
  ['pt-BR', 'terça e quinta às 15', 'Quer dizer amanhã às 15:00 ou na quinta-feira, dia 5, às 15:00?'],
])('a start on two days is asked about in %s: %j', async (language, start, question) => {
  const { book, booked } = await open(language);
  expect(await book(start)).toBe(question);
  expect(await booked()).toEqual([]);
});

it.each([
  ['Tuesday and Thursday', 'Tuesday or Thursday'],
  ['Monday and Wednesday next week', 'Monday or Wednesday next week'],
  ['the 5th, 6th or 9th', 'the 5th or the 6th or the 9th'],
])('free times of %j are those of %j', async (text, same) => {
  const { find } = await open();
  const times = await find(text);
  expect(times).toBe(await find(same));
  expect(times).toContain(' are free.');
});

it.each(['am ersten zweiten oder dritten', 'am ersten, zweiten oder dritten'])('%j are three days', async (text) => {
  const { find } = await open('de-DE');
  expect(await find(text)).toMatch(/^Heute .* Morgen .* Am Mittwoch, den 1\. April .*/);
});

it.each([
  ['en-GB', ['close to the weekend', 'near the weekend', 'shortly before the weekend']],
  ['de-DE', ['nah am Wochenende', 'kurz vor dem Wochenende']],
  ['fr-FR', ['vers le week-end', 'proche du week-end']],
  ['es-ES', ['cerca del fin de semana']],
  ['it-IT', ['verso il fine settimana', 'vicino al weekend']],
  ['pt-BR', ['perto do fim de semana']],
])('the days close to the weekend are the two before it in %s: %j', async (language, texts) => {
  const { find } = await open(language);
  const expected = await find('2026-03-05 to 2026-03-06');
  for (const text of texts) expect.soft([text, await find(text)]).toEqual([text, expected]);
});

it.each([
  [
    'en-GB',
    [
      'Friday at 3 for my son',
      'for my son, Friday at 3',
      'Friday for my son at 3',
      'Friday at 3 for my son Tim with Sam',
    ],
  ],
  ['de-DE', ['Freitag um 15 Uhr für meinen Sohn', 'für meinen Sohn Tim am Freitag um 15 Uhr']],
  ['fr-FR', ['vendredi à 15 h pour mon fils']],
  ['es-ES', ['el viernes a las 3 para mi hijo']],
  ['it-IT', ['venerdì alle 15 per mio figlio']],
  ['pt-BR', ['sexta às 15 para o meu filho']],
])('a start for a relative asks who comes in %s, and notes it: %j', async (language, texts) => {
  for (const start of texts) {
    const { call, booked } = await open(language);
    const args = { service: 'Cleaning', start };
    const asked = await call('create_booking', { ...args, caller_name: 'Ann Archer' });
    expect.soft(asked.text).toMatch(/name|Name|nom |nombre|nome/);
    const named = { ...args, caller_name: 'Tim Archer' };
    expect.soft([start, (await call('create_booking', named)).text]).toEqual([start, expect.stringContaining('15:00')]);
    await call('create_booking', { ...named, confirmed: true });
    const [booking] = await booked();
    expect.soft(booking).toMatchObject({ start_time: '2026-03-06T22:00:00Z', contact: { name: 'Tim Archer' } });
    expect
      .soft(booking?.notes)
      .toMatch(/^(?:for my son|für meinen Sohn|pour mon fils|para mi hijo|per mio figlio|para o meu filho)/);
  }
});

it('free times for a relative are those of the day', async () => {
  const { find } = await open();
  expect(await find('Friday for my daughter')).toBe(await find('Friday'));
});

const CLEANERS = {
  en: ['Window cleaning', 'Carpet cleaning'],
  de: ['Fensterreinigung', 'Teppichreinigung'],
};
const cleaning = (names: readonly string[]) => {
  const [service] = practice().services ?? [];
  return { services: names.map((name, index) => ({ ...service, id: `service_${index}`, name })) } as never;
};

it('a service that continues what was said is found beside a day', async () => {
  const { call } = await open('en-GB', cleaning(CLEANERS.en));
  const find = async (service: string, date = 'Friday') => (await call('find_open_times', { service, date })).text;
  const free = await find('Window cleaning');
  expect(free).toContain('Friday the 6th');
  expect(await find('And for the window cleaning on Friday.')).toBe(free);
  expect(await find('And for the windows on Friday.')).toBe('Do you mean Window cleaning?');
  expect(await find('Window cleaning', 'And for the windows on Friday.')).toBe(free);
  expect(await find('Window cleaning', 'And for the carpets on Friday.')).toMatch(/^Which day do you mean\?/);
  expect(await find('And for the garden on Friday.')).toMatch(/^We do not offer that\./);
});

it('a German service that continues what was said is found beside a day', async () => {
  const { call } = await open('de-DE', cleaning(CLEANERS.de));
  const find = async (service: string) => (await call('find_open_times', { service, date: 'Freitag' })).text;
  const free = await find('Fensterreinigung');
  for (const said of ['Und für die Fenster am Freitag.', 'Und noch die Fenster']) expect(await find(said)).toBe(free);
});

it.each([
  [
    'en-GB',
    ['what do you have on Friday', 'do you have anything Friday', 'is Friday free'],
    ['is Friday at 3 free', 'book me in for Friday at 3', 'Friday at 3 thanks', 'Friday at 3 for me'],
  ],
  [
    'de-DE',
    ['was haben Sie am Freitag frei', 'irgendwas am Freitag'],
    ['haben Sie Freitag um 15 Uhr frei', 'könnte ich Freitag um 15 Uhr kommen'],
  ],
  ['fr-FR', ['vous avez quoi vendredi', 'quelque chose vendredi'], ["est-ce que vendredi à 15 h c'est possible"]],
  ['es-ES', ['qué tiene el viernes', 'algo el viernes'], ['puedo ir el viernes a las 3']],
  ['it-IT', ['cosa avete venerdì', 'qualcosa venerdì'], ['potrei venire venerdì alle 15']],
  ['pt-BR', ['o que tem na sexta', 'alguma coisa sexta'], ['posso ir sexta às 15']],
])('questions for a day or a time are read in %s: %j and %j', async (language, days, starts) => {
  const { find, book } = await open(language);
  const [times, question] = [await find('2026-03-06'), await book('2026-03-06T15:00')];
  for (const text of days) expect.soft([text, await find(text)]).toEqual([text, times]);
  for (const text of starts) expect.soft([text, await book(text)]).toEqual([text, question]);
});

it('"Friday but not before 10" has the times from ten on', async () => {
  const { find } = await open();
  expect(await find('Friday but not before 10')).toBe(await find('Friday from 10'));
});

it.each([
  ['en-GB', ['my name is Ann Archer', 'this is Ann Archer speaking', "Hi, I'm Ann Archer", "it's Ann Archer"]],
  ['de-DE', ['hier ist Ann Archer', 'mein Name ist Ann Archer', 'ich heiße Ann Archer']],
  ['fr-FR', ["je m'appelle Ann Archer", "c'est Ann Archer à l'appareil"]],
  ['es-ES', ['me llamo Ann Archer', 'soy Ann Archer']],
  ['it-IT', ['mi chiamo Ann Archer', 'sono Ann Archer']],
  ['pt-BR', ['meu nome é Ann Archer', 'aqui é a Ann Archer']],
])('words around a name are no part of it in %s: %j', async (language, names) => {
  for (const caller_name of names) {
    const { call, booked } = await open(language);
    const args = { service: 'Cleaning', start: '2026-03-06T15:00', caller_name };
    await call('create_booking', args);
    await call('create_booking', { ...args, confirmed: true });
    expect.soft([caller_name, await booked()]).toMatchObject([caller_name, [{ contact: { name: 'Ann Archer' } }]]);
  }
});

it.each(['Sono Yamada', 'Will Smith'])('the name %j begins like such words, and stays whole', async (caller_name) => {
  const { call } = await open('it-IT');
  const { text } = await call('create_booking', { service: 'Cleaning', start: '2026-03-06T15:00', caller_name });
  expect(text).toContain(`a nome di ${caller_name}`);
});
