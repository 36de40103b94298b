import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { REPLACED } from '../../scripts/readability/words.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(Boolean);
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

/** Speech of the demo business and of promises, words of other makers' specifications, and the list. */
const EXEMPT =
  /^(src\/platform\/demo\/|src\/lib\/promises\/languages\/|test\/tools\/promises\/|test\/snapshots\/|test\/policy\/vocabulary\.test\.ts|scripts\/readability\/words\.ts|package-lock\.json)/;
const TEXT = /\.(tsx?|cjs|mjs|md|json|ya?ml|html|sh)$|Dockerfile|^\.ci\//;

/** A file or folder of the repository in a page. Upper case stands for a name to choose, as in `src/tools/DOMAIN.ts`. */
const REPOSITORY_PATH = /`((?:src|test|docs|scripts)\/(?![\w./-]*[A-Z]{3})[\w./-]+)`/g;

/** The words of a text, identifiers taken apart. */
function* words(line: string): Generator<string> {
  for (const [word] of line.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)) yield word.toLowerCase();
}

describe('vocabulary', () => {
  it('keeps replaced words out of code, comments, titles, help and documentation', () => {
    const found: string[] = [];
    for (const file of tracked) {
      if (EXEMPT.test(file) || !TEXT.test(file) || !existsSync(`${root}/${file}`)) continue;
      for (const [index, line] of read(file).split('\n').entries()) {
        for (const word of words(line)) {
          if (Object.hasOwn(REPLACED, word)) found.push(`${file}:${index + 1} ${word} (use: ${REPLACED[word]})`);
        }
      }
    }
    expect(found).toEqual([]);
  });

  it('finds a replaced word inside of an identifier', () => {
    expect([...words('const createWish = toldOf(WISH_MS)')]).toEqual([
      'const',
      'create',
      'wish',
      'told',
      'of',
      'wish',
      'ms',
    ]);
  });

  it('gives test titles that do not begin in the middle of a sentence', () => {
    const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g;
    const fragment =
      /^(is|are|was|that|whose|who|which|of|with|in|by|for|from|to|goes|says|does|at|and|or|but|where|when it)\b/i;
    const found = tracked
      .filter((file) => /^test\/.*\.test\.ts$/.test(file))
      .flatMap((file) => [...read(file).matchAll(title)].map(([, , text = '']) => ({ file, text })))
      .filter(({ text }) => fragment.test(text));
    expect(found).toEqual([]);
  });

  it('names only files that exist in the pages and the glossary', () => {
    const paths = tracked
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => [...read(file).matchAll(REPOSITORY_PATH)].map(([, path = '']) => ({ file, path })));
    expect(paths.filter(({ file }) => file === 'docs/glossary.md').length).toBeGreaterThan(40);
    expect(paths.filter(({ path }) => !existsSync(`${root}/${path}`))).toEqual([]);
  });
});
