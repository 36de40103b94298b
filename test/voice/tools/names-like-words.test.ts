import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** A name that is a word of another language never leads to the appointment of another person. Today is Monday, 2 March 2026. */
const open = useTurns();
const CONFIRMED = { confirmed: true };

async function openWith(language: string, names: readonly string[]) {
  const { book, call } = await open(language);
  for (const [index, caller_name] of names.entries())
    for (const more of [{}, CONFIRMED]) await book(`2026-03-0${5 + index}T10:00`, { caller_name, ...more });
  return async (appointment: string) => (await call('cancel_booking', { appointment })).text;
}

it.each([
  ['en-GB', ["Mia's appointment", "Al's", 'the one for Mia'], /^I do not find that one\./],
  ['de-DE', ['der Termin von Mia', 'Mias Termin'], /^Diesen Termin finde ich nicht\./],
  ['fr-FR', ['le rendez-vous de Mia'], /^Je ne trouve pas ce rendez-vous\./],
  ['es-ES', ['la cita de Mia', 'la de Mía', "Mia's appointment"], /^No encuentro esa cita\./],
  ['it-IT', ["l'appuntamento di Mia", 'quello per Mia', "Mia's appointment"], /^Non trovo questo appuntamento\./],
  ['pt-BR', ['a consulta da Mia'], /^Não encontro/],
])('in %s, the appointment of Ann is not found by %j', async (language, texts, answer) => {
  const cancel = await openWith(language, ['Ann Archer']);
  for (const text of texts) expect.soft([text, await cancel(text)]).toEqual([text, expect.stringMatching(answer)]);
});

it.each([
  ['en-GB', ["Mia's appointment", 'the one for Mia']],
  ['it-IT', ["l'appuntamento di Mia", 'quello di Mia', "Mia's appointment", "the one on Thursday, Mia's"]],
  ['es-ES', ['la cita de Mía', 'la de Mía', 'la reserva para Mía', "Mia's appointment"]],
  ['de-DE', ['den Termin von Mia']],
])('in %s, %j finds the appointment of Mia among those of one number', async (language, texts) => {
  const cancel = await openWith(language, ['Mia Archer', 'Ann Archer']);
  for (const text of texts)
    expect.soft(await cancel(text)).toMatch(/^[^?]* Mia [^?]*\b5\b.*\?|^[^?]* Mia [^?]*5th.*\?/);
});

it('the Italian word for my is no name before a word for the appointment', async () => {
  const cancel = await openWith('it-IT', ['Ann Archer']);
  for (const text of ['la mia visita', 'la mia visita di giovedì']) expect(await cancel(text)).toMatch(/^Annullerei /);
});

it('the Spanish word for mine is no name, and the caller is asked whose appointment it is', async () => {
  const cancel = await openWith('es-ES', ['Mía Archer', 'Ann Archer']);
  for (const text of ['la mía', 'la cita mía']) expect(await cancel(text)).toMatch(/^¿A qué cita se refiere: /);
});

it('the Spanish word for mine finds the only appointment', async () => {
  const cancel = await openWith('es-ES', ['Ann Archer']);
  expect(await cancel('la mía')).toMatch(/^Cancelaría /);
});
