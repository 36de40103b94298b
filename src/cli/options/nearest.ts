/** Suggests the known name with the smallest edit distance, or lists all names if none is close. */
export function suggestName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest ? `Did you mean ${nearest}?` : `Choose one of ${known.join(', ')}.`;
}

/** Returns the known name with the smallest edit distance; undefined if none is close. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const best = known
    .map((candidate) => ({ candidate, distance: levenshtein(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.max(1, name.length / 4) ? best.candidate : undefined;
}

function levenshtein(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
