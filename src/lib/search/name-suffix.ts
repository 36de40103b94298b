/** Suffixes of names that tell relatives of one name apart, as they are said in full, by their folded spelling. */
const SUFFIXES: Readonly<Record<string, string>> = {
  ...{ jr: 'junior', jnr: 'junior', jun: 'junior', junior: 'junior' },
  ...{ sr: 'senior', snr: 'senior', sen: 'senior', senior: 'senior' },
  ...{ ii: 'ii', iii: 'iii', iv: 'iv' },
};

/** Returns a suffix as it is said in full; undefined for another word. `jun` and `sen` are also first names. */
export const fullSuffix = (folded: string): string | undefined =>
  Object.hasOwn(SUFFIXES, folded) ? SUFFIXES[folded] : undefined;
