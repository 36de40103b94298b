import { isInternationalNumber } from '../../lib/phone/international-number.ts';

/** Numbers of one answer at most: longer lists are not read on a page. */
const MAX_NUMBERS = 1_000;

/** Returns the telephone numbers in the fields of an answer, each once, in groups. Loads how countries group them if there are any. */
export async function numbersIn(...data: readonly unknown[]): Promise<string[]> {
  const found = [...new Set(foundIn(data))];
  if (found.length === 0) return [];
  const { groupedNumber } = await import('../../lib/phone/phone.ts');
  return found.slice(0, MAX_NUMBERS).flatMap((number) => groupedNumber(number) ?? []);
}

function* foundIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && isInternationalNumber(value)) yield value;
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* foundIn(part);
}
