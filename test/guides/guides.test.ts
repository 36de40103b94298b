import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { GUIDES, NOT_TYPED } from '../../scripts/guides/guides.ts';
import { invocationsOf, shellBlocks } from '../../scripts/guides/shell-blocks.ts';
import { reasonNotToType, situationOf } from '../../scripts/guides/situations.ts';
import { readablePages } from '../../scripts/readability/pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const blocks = new Map(readablePages(root).map((page) => [page, shellBlocks(readFileSync(join(root, page), 'utf8'))]));
const blocksOf = (page: string) => blocks.get(page) ?? [];
const typed = Object.values(GUIDES).flatMap((guides) => guides.map(({ page }) => page));

describe('guides', () => {
  it('the table contains each page with commands once, or gives the reason why it is not typed', () => {
    const listed = [...typed, ...Object.keys(NOT_TYPED)];
    expect(new Set(listed).size).toBe(listed.length);
    const withCommands = [...blocks.keys()].filter((page) => blocksOf(page).length > 0);
    expect(withCommands.length).toBeGreaterThan(20);
    expect(withCommands.filter((page) => !listed.includes(page))).toEqual([]);
  });

  it.each(typed)('%s has only commands of known programs', (page) => {
    const all = blocksOf(page).flatMap(({ commands }) => commands.flatMap(invocationsOf));
    for (const { text, words } of all) expect(() => reasonNotToType(text, words)).not.toThrow();
  });
});

describe('a situation', () => {
  it('belongs to the longest beginning of the arguments', () => {
    expect(situationOf(['contacts', 'import', 'customers.csv']).answers).toHaveLength(1);
    expect(situationOf(['contacts', 'import', 'customers.csv', '--yes'])).toMatchObject({ answers: [] });
    expect(situationOf(['contacts', 'export'])).toEqual({});
  });

  it('ends the input of a server over stdio', () => {
    expect(situationOf([]).answers).toHaveLength(1);
    expect(situationOf(['--read-only']).answers).toHaveLength(1);
    expect(situationOf(['--version'])).toEqual({});
  });

  it('refuses a program that is not known', () => {
    expect(() => reasonNotToType('wget x', ['wget', 'x'])).toThrow('does not know the program of: wget x');
    expect(reasonNotToType('curl x', ['curl', 'x'])).toBeUndefined();
    expect(reasonNotToType('npm ci', ['npm', 'ci'])).toBe('needs a checkout');
  });
});
