import { expect, it } from 'vitest';
import { MAX_PREPARED_STATEMENTS, statementName } from '../../../src/lib/postgres/statement-names.ts';

it('a statement has the same name each time, and another statement another one', () => {
  expect(statementName('select 1')).toBe(statementName('select 1'));
  expect(statementName('select 1')).not.toBe(statementName('select 2'));
});

it('changes of the schema and long statements are not prepared', () => {
  expect(statementName('create table x (id text)')).toBeUndefined();
  expect(statementName(`select ${'1, '.repeat(5_000)} 1`)).toBeUndefined();
});

it('statements beyond the limit are not prepared', () => {
  const names = Array.from({ length: MAX_PREPARED_STATEMENTS + 10 }, (_, index) =>
    statementName(`select ${index} + 1`),
  );
  expect(new Set(names).size).toBeLessThanOrEqual(MAX_PREPARED_STATEMENTS + 1);
  expect(names.at(-1)).toBeUndefined();
  expect(statementName('select 0 + 1')).toBeDefined();
});
