import { afterEach, expect, it } from 'vitest';
import { practice } from '../../business/support/practice.ts';
import { CALLER, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** A caller names two services in one sentence. None of them is dropped without a word. */
let office: VoiceOffice;
afterEach(() => office?.close());

/** Opens a business with these services, of which those in the second list are switched off. */
async function open(offered: readonly string[], { language = 'en-GB', off = [] as string[] } = {}) {
  const [service] = practice().services ?? [];
  const services = [...offered, ...off].map((name, index) => ({
    ...service,
    id: `service_${index}`,
    name,
    active: !off.includes(name),
  }));
  office = await openVoiceOffice({ language }, { services });
  return async (said: string) => (await office.as(CALLER)('list_services', { service: said })).text;
}

it.each([
  ['cut and colour', ['Haircut', 'Colour', 'Haircut with colour']],
  ['a cut and a colour, please', ['Haircut', 'Colour', 'Haircut with colour']],
  ['cut & colour', ['Colour', 'Haircut', 'Colour plus haircut']],
  ['Färben und Schneiden', ['Färben', 'Schneiden', 'Schneiden, Färben']],
  ['Wash and cut', ['Cut', 'Wash & cut']],
  ['a wash and cut appointment', ['Cut', 'Wash and cut']],
])('the caller who says %j means the service that contains both of %j', async (said, offered) => {
  const ask = await open(offered);
  expect((await ask(said)).startsWith(`${offered.at(-1)} takes `)).toBe(true);
});

it.each([
  ['en-GB', 'cut and colour', ['Haircut', 'Colour'], 'Haircut and Colour are booked separately. Which one first?'],
  ['de-DE', 'Färben und Schneiden', ['Schneiden', 'Färben'], /^Färben und Schneiden werden einzeln gebucht\. /],
  ['de-DE', 'einmal Schneiden & Färben', ['Schneiden', 'Färben'], /^Schneiden und Färben werden einzeln gebucht\. /],
  ['fr-FR', 'une coupe et une couleur', ['Coupe', 'Couleur'], /^Coupe et Couleur se réservent séparément\. /],
  ['es-ES', 'corte y color', ['Corte', 'Color'], /^Corte y Color se reservan por separado\. /],
  ['it-IT', 'taglio e colore', ['Taglio', 'Colore'], /^Taglio e Colore si prenotano separatamente\. /],
  ['pt-BR', 'corte e cor', ['Corte', 'Cor'], /^Corte e Cor são marcados separadamente\. /],
])(
  'two services in a sentence are booked separately, as the caller hears in %s',
  async (language, said, offered, expected) => {
    const ask = await open(offered, { language });
    expect(await ask(said)).toMatch(expected);
  },
);

it('a service that is not offered beside one that is offered is not dropped without a word', async () => {
  const ask = await open(['Colour', 'Haircut'], { off: ['Highlights'] });
  const partly = 'We do not offer all of that. Do you mean Colour?';
  expect(await ask('colour and a facial')).toBe(partly);
  expect(await ask('colour and highlights')).toBe(partly);
  expect(await ask('a facial and highlights')).toBe('We do not offer that. We offer Colour and Haircut.');
});

it.each(['Massage, 1 hour and 30 minutes', 'Massage for an hour and a half', 'Massage eine Stunde und 30 Minuten'])(
  'the length in %j is no second service',
  async (said) => {
    const ask = await open(['Massage', 'Facial']);
    expect(await ask(said)).toMatch(/^Massage takes /);
  },
);

it('the services of two appointments in a sentence are asked about, and only the chosen one is cancelled', async () => {
  await open(['Haircut', 'Colour']);
  const call = office.as(CALLER);
  for (const [service, start] of [
    ['Haircut', '2026-03-24T09:00'],
    ['Colour', '2026-03-24T10:00'],
  ])
    await confirmed(call, 'create_booking', { service, start, caller_name: 'Ann Archer', staff: 'Jin Kim' });
  expect((await call('cancel_booking', { service: 'cut and colour' })).text).toBe(
    'Which appointment do you mean: Haircut with Jin Kim on Tuesday the 24th at 9:00 or Colour with Jin Kim on Tuesday the 24th at 10:00?',
  );
  expect((await confirmed(call, 'cancel_booking', { service: 'colour' })).done).toMatch(/^It is cancelled: Colour /);
});
