/** Compares texts by their code points, as databases do: their UTF-8 bytes are in the same order. */
export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** Longer sort keys are cut: records that share the beginning are in the order of their ids. */
const MAX_KEY_LENGTH = 64;

/** Returns a text as a sort key of bounded length, which ends with a whole character. */
export function cutSortKey(key: string): string {
  if (key.length <= MAX_KEY_LENGTH) return key;
  const last = key.charCodeAt(MAX_KEY_LENGTH - 1);
  return key.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_KEY_LENGTH - 1 : MAX_KEY_LENGTH);
}
