import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { GENERATED } from '../../scripts/generated.ts';
import { ENDPOINTS, type Endpoint } from '../../src/contract/index.ts';
import type { DashboardEndpoint } from '../../src/platform/dashboard/endpoint.ts';
import { DASHBOARD_ENDPOINTS } from '../../src/platform/dashboard/endpoints.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

it.each(Object.keys(GENERATED))('%s is up to date with the code', (file) => {
  expect(read(file), 'run npm run gen').toBe(GENERATED[file]?.(read(file)));
});

describe('docs/spec-coverage.md', () => {
  const rows = read('docs/spec-coverage.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Rule|---)/.test(line));

  it.each(rows.map((row) => [row.split('|')[1]?.trim(), row]))('names existing tests for %s', (_rule, row) => {
    const references = [...(row as string).matchAll(/`([\w/-]+\.test\.ts)` "([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(0);
    for (const [, file, name] of references) expect(read(`test/${file}`), `${file}: ${name}`).toContain(name);
  });

  it('contains every row of the endpoint table', () => {
    const text = rows.join('\n');
    for (const { method, path, extension } of Object.values<Endpoint>(ENDPOINTS))
      if (!extension) expect(text).toContain(`| \`${method} ${path}\` |`);
  });

  it('contains every numbered rule', () => {
    const numbered = { General: 5, Note: 7, Authentication: 5 };
    for (const [section, count] of Object.entries(numbered)) {
      for (let number = 1; number <= count; number++)
        expect(rows.some((row) => row.startsWith(`| ${section} ${number} |`))).toBe(true);
    }
  });
});

it('docs/platform-decisions.md names tests that exist', () => {
  const names = [...read('docs/platform-decisions.md').matchAll(/^\|.*\| ([^|]*) \|$/gm)]
    .flatMap((match) => [...(match[1] as string).matchAll(/`([\w/-]+)`/g)])
    .map((match) => match[1] as string);
  expect(names.length).toBeGreaterThan(30);
  const folders = ['test/platform', 'test/business', 'test'];
  const exists = (name: string) => folders.some((folder) => existsSync(`${root}/${folder}/${name}.test.ts`));
  expect(names.filter((name) => !exists(name))).toEqual([]);
});

/** They change nothing but the session of one browser, or nothing at all. */
const NOT_AUDITED = ['signOut', 'readPasswordLink'];

it('docs/observability.md names each change of the dashboard as the audit log does', () => {
  const [, table = ''] = read('docs/observability.md').split('| changes | `tool` |');
  const changes = Object.entries<DashboardEndpoint>(DASHBOARD_ENDPOINTS)
    .filter(([name, { method, toolCall }]) => method !== 'GET' && !toolCall && !NOT_AUDITED.includes(name))
    .map(([name]) => name);
  const ofSessions = Object.entries<Endpoint>(ENDPOINTS).filter(([, { auth }]) => auth === 'session');
  const missing = [...changes, ...ofSessions.map(([name]) => name)].filter((name) => !table.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
