import { editDistance } from '../../lib/text/edit-distance.ts';

/** Suggests the known name with the smallest edit distance, or lists all names if none is close. */
export function suggestName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest ? `Did you mean ${nearest}?` : `Choose one of ${known.join(', ')}.`;
}

/** Returns the known name with the smallest edit distance; undefined if none is close. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const best = known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return best && best.distance <= Math.max(1, name.length / 4) ? best.candidate : undefined;
}
