import { expect, it } from 'vitest';
import { haveSameSuffix, isSameName } from '../../../src/platform/rules/same-name.ts';

it.each([
  ['Ann Lee', 'ann lee', true],
  ['Lee, Ann', 'Ann Lee', true],
  ['Ann', 'Ann Lee', true],
  ['A. Lee', 'Ann Lee', true],
  ['Ann M. Lee', 'Ann Lee', true],
  ['Eva Žižek', 'Eva Zizek', true],
  ['José', 'Jose García', true],
  ['Müller', 'Mueller', true],
  ['Müller, Jürgen', 'Juergen Muller', true],
  ['Jürgen Mueller', 'Juergen Müller', true],
  ['Ö. Jørgensen', 'Oeyvind Joergensen', true],
  ['Weiß', 'Weiss', true],
  ['John Lee Jr.', 'Lee Junior, John', true],
  ['Hans Maier', 'Hans Maier jun.', true],
  ['Mül\u00adler', 'Müller', true],
  ['An\u200bna Le\u200de', 'Anna Lee', true],
  ['\ufeffAnn\u200e Lee', 'Ann Lee', true],
  ['علی\u200cرضا', 'علیرضا', true],
  ['Hans Maier sen.', 'Hans Maier jun.', false],
  ['Manuel Lee', 'Manul Lee', false],
  ['Mueller', 'Muller', false],
  ['山田太郎', '山田太郎', true],
  ['Ann Lee', 'Bob Lee', false],
  ['Ann Ann', 'Ann Lee', false],
  ['Robert Smith', 'Bob Smith', false],
  ['山田太郎', '山田花子', false],
  ['🙂', '🙃', false],
])('%s and %s can be the same person: %s', (a, b, expected) => {
  expect(isSameName(a, b)).toBe(expected);
  expect(isSameName(b, a)).toBe(expected);
});

it.each([
  ['Hans Maier', 'Maier, Hans', true],
  ['Hans Maier', 'Hans Maier jun.', false],
  ['Hans Maier jun.', 'Maier jun., Hans', true],
  ['Maier, Hans, Junior', 'Hans Maier Jr', true],
  ['Hans Maier sen.', 'Hans Maier jun.', false],
  ['John Lee III', 'John Lee', false],
  ['Tanaka, Jun', 'Tanaka', true],
  ['Jun Tanaka', 'Tanaka Jun', true],
  ['Sr. Juan López', 'Juan López', true],
])('%s and %s have the same suffix: %s', (a, b, expected) => {
  expect(haveSameSuffix(a, b)).toBe(expected);
  expect(haveSameSuffix(b, a)).toBe(expected);
});
