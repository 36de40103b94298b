import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, type Call, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Which of their own appointments callers mean, in their words. Today is Monday, 2 March 2026, 10:00. */
const APPOINTMENTS = [
  { service: 'cleaning', start: '2026-03-03T15:00', staff: 'Jin Kim', caller_name: 'Ann Archer' },
  { service: 'exam', start: '2026-03-06T10:00', staff: 'Dana Lee', caller_name: 'Ann Archer' },
  { service: 'cleaning', start: '2026-03-06T15:00', staff: 'Sam Ortiz', caller_name: 'Ann Archer' },
  { service: 'cleaning', start: '2026-03-24T09:00', staff: 'Jin Kim', caller_name: 'Tim Archer' },
];
const AT = ['2026-03-03T15:00', '2026-03-06T10:00', '2026-03-06T15:00', '2026-03-24T09:00'];

let office: VoiceOffice;
beforeAll(async () => {
  const staff = ['Dana Lee', 'Jin Kim', 'Sam Ortiz'].map((name, index) => ({ id: `person${index}`, name }));
  const all = staff.map(({ id }) => id);
  office = await openVoiceOffice(
    {},
    {
      staff,
      services: [
        { id: 'cleaning', name: 'Cleaning', duration: '45m', staff: all },
        { id: 'exam', name: 'New patient exam', duration: '1h', staff: all },
      ],
    },
  );
  for (const one of APPOINTMENTS) await confirmed(office.as(CALLER), 'create_booking', one);
});
afterAll(() => office?.close());

/** What is heard for each of them, by an exact time. */
async function heardFor(call: Call): Promise<string[]> {
  const heard: string[] = [];
  for (const appointment of AT) heard.push((await call('cancel_booking', { appointment })).text);
  return heard;
}

const [TUESDAY, FRIDAY_10, FRIDAY_15, THE_24TH] = [0, 1, 2, 3] as const;

describe.each<[language: string, said: [text: string, index: number][]]>([
  [
    'en-GB',
    [
      ['tomorrow at 3', TUESDAY],
      ['tomorrow', TUESDAY],
      ['my appointment tomorrow afternoon', TUESDAY],
      ['the one on Tuesday at 3 pm', TUESDAY],
      ['Friday at 10', FRIDAY_10],
      ['the 10 o’clock one', FRIDAY_10],
      ['the one at 10', FRIDAY_10],
      ['the Friday morning one', FRIDAY_10],
      ['my exam', FRIDAY_10],
      ['the one with Dana', FRIDAY_10],
      ['my appointment with Dr. Lee on Friday', FRIDAY_10],
      ["Friday's cleaning", FRIDAY_15],
      ['Friday cleaning at 3', FRIDAY_15],
      ['the one on Friday after noon', FRIDAY_15],
      ['Friday with Sam', FRIDAY_15],
      ['the cleaning on Friday', FRIDAY_15],
      ['March 24th', THE_24TH],
      ['the one on the 24th', THE_24TH],
      ['at 9 am please', THE_24TH],
      ["Tim's appointment", THE_24TH],
    ],
  ],
  [
    'de-DE',
    [
      ['morgen um 15 Uhr', TUESDAY],
      ['mein Termin morgen', TUESDAY],
      ['Freitag 15 Uhr', FRIDAY_15],
      ['der am Freitag um 10', FRIDAY_10],
      ['den Termin am Freitagvormittag', FRIDAY_10],
      ['den 10-Uhr-Termin', FRIDAY_10],
      ['der um 9 Uhr', THE_24TH],
      ['meine Cleaning am Freitag', FRIDAY_15],
      ['am 24. März', THE_24TH],
      ['der bei Frau Lee', FRIDAY_10],
    ],
  ],
  [
    'es-ES',
    [
      ['mañana a las 3', TUESDAY],
      ['mi cita de mañana', TUESDAY],
      ['el del viernes a las 10', FRIDAY_10],
      ['la del viernes por la tarde', FRIDAY_15],
      ['la de las 10', FRIDAY_10],
      ['mi cita con Dana', FRIDAY_10],
      ['el 24 de marzo', THE_24TH],
    ],
  ],
  [
    'fr-FR',
    [
      ['demain à 15h', TUESDAY],
      ['mon rendez-vous de demain', TUESDAY],
      ['celui de vendredi à 10 heures', FRIDAY_10],
      ['celui de 10h', FRIDAY_10],
      ['vendredi après-midi', FRIDAY_15],
      ['le rendez-vous avec Dana', FRIDAY_10],
      ['le 24 mars', THE_24TH],
    ],
  ],
  [
    'it-IT',
    [
      ['domani alle 15', TUESDAY],
      ["l'appuntamento di domani", TUESDAY],
      ['quello di venerdì alle 10', FRIDAY_10],
      ['quello delle 10', FRIDAY_10],
      ['venerdì pomeriggio', FRIDAY_15],
      ["l'appuntamento con Dana", FRIDAY_10],
      ['il 24 marzo', THE_24TH],
    ],
  ],
  [
    'pt-BR',
    [
      ['amanhã às 15h', TUESDAY],
      ['minha consulta de amanhã', TUESDAY],
      ['a de sexta às 10', FRIDAY_10],
      ['a das 10', FRIDAY_10],
      ['sexta-feira à tarde', FRIDAY_15],
      ['a consulta com a Dana', FRIDAY_10],
      ['24 de março', THE_24TH],
    ],
  ],
])('in %s', (language, said) => {
  it('the words for one appointment lead to the question for it', async () => {
    const call = office.as(CALLER, { language });
    const heard = await heardFor(call);
    expect(new Set(heard).size).toBe(AT.length);
    const answers: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const [appointment, index] of said) {
      const { text, forAgent } = await call('cancel_booking', { appointment });
      answers[appointment] = forAgent ? `${text} ${forAgent}` : text;
      expected[appointment] = heard[index] ?? '';
    }
    expect(answers).toEqual(expected);
  });
});

const LEE = 'New patient exam for Ann with Dana Lee on Friday the 6th at 10:00';
const ORTIZ = 'Cleaning for Ann with Sam Ortiz on Friday the 6th at 15:00';
const KIM = 'Cleaning for Ann with Jin Kim tomorrow at 15:00';
const TIM = 'Cleaning for Tim with Jin Kim on Tuesday the 24th at 9:00';

it.each([
  ['the one on Friday', [LEE, ORTIZ]],
  ['Friday', [LEE, ORTIZ]],
  ['this week', [KIM, LEE, ORTIZ]],
  ['at 3', [KIM, ORTIZ]],
  ['my cleaning', [KIM, ORTIZ, TIM]],
  ['my appointment', [KIM, LEE, ORTIZ, TIM]],
  ['tomorrow at 3 or Friday at 10', [KIM, LEE]],
])('%j is answered with the question for one of those that it can mean', async (appointment, those) => {
  const list = `${those.slice(0, -1).join(', ')} or ${those.at(-1)}`;
  for (const [tool, more] of [
    ['cancel_booking', {}],
    ['update_booking', { new_start: '2026-03-25T09:00' }],
  ] as const) {
    const { text, isError } = await office.as(CALLER)(tool, { appointment, ...more });
    expect([text, isError]).toEqual([`Which appointment do you mean: ${list}?`, false]);
  }
});

it.each([
  'Thursday',
  'tomorrow at 4',
  'Friday morning at 3 pm',
  'not the one on Thursday',
  'the one after Friday at 10',
  'next Friday',
  'my haircut',
  'the exam tomorrow',
  'Friday at 10 with Sam',
  '2026-03-06T11:00',
  'something else',
])('%j is none of the appointments, and no other one is chosen', async (appointment) => {
  const { text, isError } = await office.as(CALLER)('cancel_booking', { appointment });
  expect([text, isError]).toEqual([`I do not find that one. You have ${KIM}, ${LEE}, ${ORTIZ} and ${TIM}.`, false]);
});

it('one that is not meant leaves the question which of the others is', async () => {
  const { text } = await office.as(CALLER)('cancel_booking', { appointment: 'not the one on Friday at 10' });
  for (const one of [KIM, ORTIZ, TIM]) expect(text).toContain(one);
  expect(text).not.toContain(LEE);
});

it('a weekday alone also finds an appointment in a later week', async () => {
  const { text } = await office.as(CALLER)('cancel_booking', { appointment: 'the one on Tuesday morning' });
  expect(text).toBe(`I would cancel ${TIM}. Is that right?`);
});

it('an appointment that is named in words is moved after the same words and a yes', async () => {
  const call = office.as({ phone: '+13035550177', callId: 'words' });
  await confirmed(call, 'create_booking', { service: 'exam', start: '2026-03-12T09:00', caller_name: 'Eve Olson' });
  const { done } = await confirmed(call, 'update_booking', {
    appointment: 'the one on Thursday at nine',
    new_start: '2026-03-12T11:00',
  });
  expect(done).toMatch(/^It is moved\. You now have New patient exam with .* on Thursday the 12th at 11:00\.$/);
});
