import { expect, it } from 'vitest';
import { openWithStaff } from './support/staff.ts';

/** The answers say an article before a title, and callers repeat what they hear. */
it.each([
  ['es-ES', ['Sr. García', 'Sra. García'], ['la Sra. García', 'La señora García'], ' con la Sra. García '],
  ['es-ES', ['Sr. García', 'Sra. García'], ['el señor García', 'al Sr. García'], ' con el Sr. García '],
  ['it-IT', ['Sig. Rossi', 'Sig.ra Rossi'], ['la signora Rossi'], ' con la Sig.ra Rossi '],
  ['pt-BR', ['Sr. Reis', 'Sra. Reis'], ['a senhora Reis', 'à Sra. Reis'], ' com a Sra. Reis '],
  ['pt-BR', ['Sr. Reis', 'Sra. Reis'], ['o senhor Reis'], ' com o Sr. Reis '],
  ['de-DE', ['Herr Klein', 'Frau Klein'], ['die Frau Klein', 'der Frau Klein'], ' bei Frau Klein '],
  ['de-DE', ['Herr Klein', 'Frau Klein'], ['der Herr Klein', 'dem Herrn Klein'], ' bei Herrn Klein '],
  ['es-ES', ['Dr. Ana García', 'Sam'], ['la doctora García', 'el doctor García'], ' con Dr. Ana García '],
  ['pt-BR', ['Dr. Ana Reis', 'Sam'], ['a doutora Reis'], ' com Dr. Ana Reis '],
  ['es-ES', ['La Rosa', 'Rosa Lee'], ['La Rosa', 'la señora La Rosa'], ' con La Rosa '],
])('an article before a title leads to the person in %s: %j', async (language, names, all, expected) => {
  const book = await openWithStaff(names, language);
  for (const said of all) expect(await book(said), said).toContain(expected);
});

it('an article before the title of a woman leads to no man', async () => {
  const book = await openWithStaff(['Sr. García', 'Ana'], 'es-ES');
  expect(await book('la señora García')).toMatch(/^No conozco a esa persona\./);
});

it('the question who is meant says articles, and each of its names is an answer', async () => {
  const book = await openWithStaff(['Sr. García', 'Sra. García'], 'es-ES');
  expect(await book('García')).toBe('¿Se refiere al Sr. García o a la Sra. García?');
  expect(await book('al Sr. García')).toContain(' con el Sr. García ');
  expect(await book('a la Sra. García')).toContain(' con la Sra. García ');
});
