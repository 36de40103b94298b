import type { Candidate } from '../../lib/promises/candidates.ts';
import type { PromiseKind } from '../../lib/promises/languages/language.ts';

/** A candidate of a known kind: turn, or -1 for the summary; sentence; language; voice. */
type StoredCandidate = [turn: number, sentence: number, language: string, voice: Candidate['voice']];

/** Returns candidates of one kind as text: where they stand, and nothing of what was said. */
export const toStored = (candidates: readonly Candidate[]): string =>
  JSON.stringify(
    candidates.map(({ source, sentence, language, voice }): StoredCandidate => {
      return [source === 'summary' ? -1 : source.turn, sentence, language, voice];
    }),
  );

/** Returns the candidates in a text of `toStored`. */
export const fromStored = (kind: PromiseKind, json: string): Candidate[] =>
  (JSON.parse(json) as StoredCandidate[]).map(([turn, sentence, language, voice]) => ({
    ...{ kind, sentence, language, voice },
    source: turn < 0 ? 'summary' : { turn },
  }));
