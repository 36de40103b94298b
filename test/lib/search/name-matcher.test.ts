import { expect, it } from 'vitest';
import { personNameMatcher, serviceNameMatcher } from '../../../src/lib/search/name-matcher.ts';

it.each([
  ['cut', 'Haircut women', true],
  ['cut', 'Cutting and colour', true],
  ['tan', 'Spray tan', true],
  ['tan', 'Instant whitening', false],
  ['ein', 'Zahnreinigung', false],
  ['ha', 'Haircut women', false],
  ['reinigung', 'Zahnreinigung', true],
  ['cut women', 'Haircut women', true],
])('a caller who says the service %j can mean %j: %s', (text, name, isMeant) => {
  expect(serviceNameMatcher(text)(name)).toBe(isMeant);
});

it.each([
  ['Ann', 'Joanna Smith', false],
  ['Ann Smith', 'Ann Smith', true],
  ['Smith', 'Joanna Smith', true],
  ['Mueller', 'Anna Müller', true],
  ['a', 'A Smith', false],
  ['Anna K.', 'Anna Klein', true],
  ['A. Klein', 'Anna Klein', true],
  ['J.-P. Roux', 'Jean-Pierre Roux', true],
  ['Anna A.', 'Anna Klein', false],
  ['Anna S.', 'Anna Klein', false],
  ['A. K.', 'Anna Klein', false],
  ["Anna's", 'Anna Smith', false],
  ['J. A. Smith', 'Jane Anna Smith', true],
  ['López José María', 'José María López', true],
  ['María José', 'José María López', false],
  ['López, María', 'María López García', true],
  ['Smith Jane', 'Jane Smith DDS', true],
  ['Smith, Ben', 'Ben Smith Jr.', true],
  ['Lee Dana', 'Dana Lee (Hygienist)', true],
  ['Mary Jane, Mary Jane Watson', 'Mary Jane Watson', true],
  ['田中', '田中太郎', true],
  ['太郎', '田中太郎', true],
  ['林', '小林花子', false],
])('a caller who says the person %j can mean %j: %s', (text, name, isMeant) => {
  expect(personNameMatcher(text)(name)).toBe(isMeant);
});
