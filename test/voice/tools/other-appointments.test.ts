import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** An appointment that is said as the other one, or as that of a relative. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();
const CONFIRMED = { confirmed: true };

/** A caller with appointments on Friday and on Tuesday, of these people. */
async function openWithTwo(language: string, names: readonly [string, string] = ['Ann Archer', 'Ann Archer']) {
  const { book, call, starts } = await open(language);
  for (const [index, start] of ['2026-03-06T14:00', '2026-03-10T10:00'].entries())
    for (const more of [{}, CONFIRMED]) await book(start, { caller_name: names[index], ...more });
  const cancel = async (appointment: string, more = {}) =>
    (await call('cancel_booking', { appointment, ...more })).text;
  return { cancel, starts };
}

it.each([
  ['en-GB', 'the one on Friday', 'the other one', 'the other one too', 'and the other as well', 'both'],
  ['de-DE', 'den am Freitag', 'den anderen', 'den anderen auch', 'und den anderen Termin', 'beide'],
  ['es-ES', 'la del viernes', 'la otra', 'la otra también', 'y la otra cita', 'ambas'],
  ['fr-FR', 'celui de vendredi', "l'autre", "l'autre aussi", "et l'autre rendez-vous"],
  ['it-IT', 'quello di venerdì', "l'altro", "anche l'altro", "e l'altro appuntamento"],
  ['pt-BR', 'a de sexta', 'a outra', 'a outra também', 'e a outra consulta'],
])('the other one is the one that is left, in %s', async (language, first, other, ...more) => {
  const { cancel, starts } = await openWithTwo(language);
  expect(await cancel(other)).toMatch(/^(?:Which|Welche|¿A qué|De quel|A quale|Quale|Qual|A que|Quel).*\b6.*\b10.*\?$/);
  await cancel(first);
  await cancel(first, CONFIRMED);
  expect(await starts()).toEqual(['2026-03-10T16:00:00Z']);
  for (const said of [other, ...more])
    expect(await cancel(said)).toMatch(
      /^(?:I would cancel|Ich würde absagen|Cancelaría|J'annulerais|Annullerei|Disdirei|Eu cancelaria).*10.*\?$/,
    );
  expect(await starts()).toHaveLength(1);
  await cancel(more[0] ?? '', CONFIRMED);
  expect(await starts()).toEqual([]);
});

it.each([
  ['en-GB', "my son's", "my son's on Tuesday", 'the one for my son Tim'],
  ['de-DE', 'den von meinem Sohn', 'den von meinem Sohn am Dienstag', 'den für meinen Sohn Tim'],
  ['es-ES', 'la de mi hijo', 'la de mi hijo el martes', 'la de mi hijo Tim'],
])('the appointment of a relative is asked for, or is that of the day or the name, in %s', async (...said) => {
  const [language, relative, ...clear] = said;
  const { cancel } = await openWithTwo(language, ['Ann Archer', 'Tim Archer']);
  // The name can be that of the caller, or that of the son.
  for (const more of [{}, { caller_name: 'Ann Archer' }, { caller_name: 'Tim Archer' }])
    expect(await cancel(relative, more)).toMatch(/^(?:Which|Welche|¿A qué).* Ann .* Tim .*\?$/);
  for (const one of clear) expect(await cancel(one)).toMatch(/^[^?]* Tim [^?]*10.*\?$/);
});

it.each([
  ['en-GB', "my little sister's", "my niece's", "the kids'"],
  ['de-DE', 'den von meiner kleinen Schwester', 'den meiner Nichte', 'den von meiner Frau'],
  ['es-ES', 'la de mi sobrina', 'la de mi prima', 'la de los niños'],
  ['it-IT', 'quello di mia cugina', 'quello di mia sorella', 'quello di mio nipote'],
])('the appointment of any relative is asked for, in %s', async (language, ...texts) => {
  const { cancel } = await openWithTwo(language, ['Ann Archer', 'Tim Archer']);
  for (const said of texts)
    expect
      .soft([said, await cancel(said, { caller_name: 'Ann Archer' })])
      .toEqual([said, expect.stringMatching(/^[^.]* Ann .* Tim .*\?$/)]);
});

it('"my son\'s" of a caller who has only own appointments is not found', async () => {
  const { cancel } = await openWithTwo('en-GB');
  expect(await cancel("my son's on Friday")).toMatch(/^I do not find that one\. You have /);
});

it('"mine" is that of the name that is said', async () => {
  const { cancel } = await openWithTwo('en-GB', ['Ann Archer', 'Tim Archer']);
  expect(await cancel('mine')).toMatch(/^Which appointment do you mean/);
  expect(await cancel('mine', { caller_name: 'Ann Archer' })).toMatch(/^I would cancel Cleaning for Ann /);
});

it('"meine Frau" of a caller who has only own appointments is not found, and the name of a son is', async () => {
  const { cancel } = await openWithTwo('de-DE');
  expect(await cancel('den von meiner Frau am Freitag')).toMatch(/^Diesen Termin finde ich nicht\./);
  const { cancel: ofSon } = await openWithTwo('en-GB', ['Tim Archer', 'Tim Archer']);
  expect(await ofSon('the one for my son Tim on Friday')).toMatch(/^I would cancel Cleaning .* 6th/);
});
