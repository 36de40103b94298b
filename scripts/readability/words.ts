/**
 * Replaced words, each with the terms to use. `test/policy/vocabulary.test.ts` rejects them everywhere, also inside of identifiers
 * such as `createWish`.
 */
export const REPLACED: Readonly<Record<string, string>> = {
  wish: 'create request, idempotency key, query',
  wishes: 'create requests, queries',
  mend: 'fix, repair',
  mends: 'fixes',
  mended: 'fixed',
  anew: 'again',
  whoever: 'the caller, the client, the process',
  nobody: 'no caller, no process',
  somebody: 'a caller, another process',
  told: 'reported, notified, logged',
  manieth: 'the number of',
};

/** Phrases that the prose of the pages avoids, as regular expressions, each with what to write instead. */
const AVOIDED: Readonly<Record<string, string>> = {
  // Riddles: the reader has to find out to what they refer.
  'by then': 'until that time, at that time, or the event',
  "of (?:its|their|your|his|her|our|one[’']s) own": 'its own …, a separate …',
  '(?:say|says|said) so': 'what it says',
  '(?:go|goes|went) by': 'uses, is identified by',
  'such as (?:it is|they are)': 'leave it out',
  '(?:that|those) which': 'what, the …',
  'that very': 'that same, this',
  'and so (?:on|forth)': 'the rest of the list, or: such as',
  'and the like': 'such as …',
  '(?:what|which|who|whom)ever': 'any, each, regardless of',
  beside: 'next to, in addition to, during',
  // Formal words and phrases for which plain English has shorter ones.
  'utili[sz](?:e|es|ed|ing|ation)': 'use',
  'leverag(?:e|es|ed|ing)': 'use',
  'make(?:s)? use of|making use of|made use of': 'use',
  'in order to': 'to',
  'so as to': 'to',
  'prior to': 'before',
  'subsequent(?:ly)?(?: to)?': 'after, then, next',
  'in the event (?:that|of)': 'if',
  'due to the fact that|owing to the fact that': 'because',
  'at this point in time|at the present time': 'now',
  '(?:has|have|had) the (?:ability|capability) to': 'can',
  '(?:is|are|was|were|be|been) able to': 'can, could',
  'with (?:regard|respect) to|in regard to': 'about, for',
  'in terms of': 'in, by',
  'a (?:large|great) number of|a multitude of': 'many',
  '(?:afore|above)mentioned|aforesaid': 'this, the …',
  'there(?:of|in|by|upon|from|to|with)': 'of it, in it, by this',
  'here(?:by|in|with|of|upon|tofore)|henceforth': 'now, in this …',
  'where(?:by|in|of|upon|fore)': 'by which, in which',
  'thus|hence': 'so, therefore',
  'nevertheless|notwithstanding|nonetheless': 'still, although',
  albeit: 'although',
  lest: 'so that … not',
  'whilst|amongst|amidst': 'while, among',
  upon: 'on, after',
  // Claims that a reader cannot check.
  'simply|obviously|of course|effortless(?:ly)?': 'leave it out',
  'seamless(?:ly)?|blazing(?:ly)?|cutting-edge|state-of-the-art|world-class|best-in-class|enterprise-grade':
    'the fact or the number',
};

const RULES = [...Object.entries(REPLACED), ...Object.entries(AVOIDED)].map(([pattern, instead]) => ({
  pattern: new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, 'giu'),
  instead,
}));

/** Yields the words of a text that the pages avoid. Text between straight double quotes is speech or a title. */
export function* avoidedWords(text: string): Generator<{ found: string; at: number; instead: string }> {
  const own = text.replace(/"[^"]*"/g, (quoted) => '"'.repeat(quoted.length));
  for (const { pattern, instead } of RULES) {
    for (const match of own.matchAll(pattern)) yield { found: match[0], at: match.index, instead };
  }
}
