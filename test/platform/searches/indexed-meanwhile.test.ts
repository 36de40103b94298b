import { expect, it } from 'vitest';
import { queryTerms } from '../../../src/lib/search/terms.ts';
import { wordCandidates } from '../../../src/platform/store/search/word-candidates.ts';
import type { WordIndex } from '../../../src/platform/store/words.ts';

it('a call that is indexed while a search reads the words of the index is found', async () => {
  let isIndexed = false;
  const words: Pick<WordIndex, 'sequences' | 'putSequences' | 'expand' | 'find'> = {
    sequences: 'few',
    putSequences: () => {},
    // Another process indexes the call immediately after this.
    async expand() {
      const known = isIndexed ? ['lampshade'] : [];
      isIndexed = true;
      return known;
    },
    find: async ({ groups }) => (isIndexed && groups.every((group) => group.includes('lampshade')) ? ['call_1'] : []),
  };
  const readUncoordinated = async () => (isIndexed ? [] : ['call_1']);
  const store = { words, readUncoordinated } as unknown as Parameters<typeof wordCandidates>[0];
  expect(await wordCandidates(store, { kind: 'calls', teamId: 'team_1' }, queryTerms('lamp'))).toEqual(['call_1']);
});
