import { foldText } from '../../lib/search/text-search.ts';

/** True if two names have the same words in any order, such as `Weber, Anna` and `Anna Weber`. */
export function areSameWords(a: string, b: string): boolean {
  const [one, other] = [a, b].map((name) => (foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).sort().join(' '));
  return one !== '' && one === other;
}
