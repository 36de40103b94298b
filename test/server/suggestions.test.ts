import { expect, it } from 'vitest';
import { filterSuggestions } from '../../src/server/completion/match.ts';

it('suggestions begin with those that start with the typed text, and keep their order otherwise', () => {
  const names = ['Hanna', 'Änne', 'Joanna', 'Annabel', 'Ben', 'ANNA'];
  expect(filterSuggestions(names, ' ann', (name) => name)).toEqual(['Änne', 'Annabel', 'ANNA', 'Hanna', 'Joanna']);
});
