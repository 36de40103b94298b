/**
 * True if two names can be those of one person: the words of the shorter one are words of the other, in any order, and a
 * single letter stands for a word that begins with it. Case, accents and punctuation do not matter.
 */
export function isSameName(a: string, b: string): boolean {
  const [fewer, more] = [words(a), words(b)].sort((one, other) => one.length - other.length) as [string[], string[]];
  if (fewer.length === 0) return a.trim() === b.trim();
  const remaining = [...more];
  return fewer.every((word) => {
    const index = remaining.findIndex(
      (other) => other === word || isInitialOf(word, other) || isInitialOf(other, word),
    );
    if (index >= 0) remaining.splice(index, 1);
    return index >= 0;
  });
}

const isInitialOf = (initial: string, word: string) => [...initial].length === 1 && word.startsWith(initial);

function words(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
