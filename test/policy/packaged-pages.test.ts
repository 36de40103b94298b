import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { VENDOR_NAMES } from '../../src/platform/intake/vendors/vendor.ts';
import { packedPackage } from '../support/packed.ts';

/** The pages in the published package: messages of the program name them, and they link to each other. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const sources = execFileSync('git', ['ls-files', '-z', 'src'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => /\.tsx?$/.test(file));

/** In the name of a page, for that of each vendor. */
const VENDOR = /\$\{vendor\}/;
const pagesNamedBy = (name: string) =>
  VENDOR.test(name) ? VENDOR_NAMES.map((vendor) => name.replace(VENDOR, vendor)) : [name];

const named = [...new Set(sources.flatMap((file) => read(file).match(/docs\/[\w/${}.-]+\.md/g) ?? []))];

it('the package contains every page that the program names', () => {
  expect(named).toContain('docs/operations.md');
  expect(named.some((name) => VENDOR.test(name))).toBe(true);
  const { paths } = packedPackage();
  expect(named.flatMap(pagesNamedBy).filter((page) => !paths.includes(page))).toEqual([]);
});

it('a message that names a section of a page names one that exists', () => {
  const sections = sources.flatMap((file) => [...read(file).matchAll(/"([^"\n]+)" in (docs\/[\w/-]+\.md)/g)]);
  expect(sections.length).toBeGreaterThan(0);
  for (const [, heading, page = ''] of sections) expect(read(page), page).toMatch(new RegExp(`^#+ ${heading}$`, 'm'));
});

/** What a reader needs the repository for: how and why it is built so, how it is tested and deployed, and files that are large. */
const IN_THE_REPOSITORY_ONLY =
  /^(ARCHITECTURE\.md|CONTRIBUTING\.md|CODE_OF_CONDUCT\.md|deploy\/.*|docs\/adr\/.*|docs\/glossary\.md|docs\/attacks\.md|docs\/conformance\.md|docs\/performance\.md|docs\/platform-decisions\.md|docs\/spec-coverage\.md|docs\/tools\.md|docs\/reliability\.md|docs\/implementing-the-api\.md|docs\/platform-extensions\.md|docs\/token-cost\.md|examples\/.*|docs\/images\/.*|docs\/[\w-]+\.svg|docs\/openapi\.json)$/;

it('pages in the package link to pages in the package', () => {
  const { paths } = packedPackage();
  const pages = paths.filter((path) => path.endsWith('.md'));
  expect(pages).toContain('docs/voice/README.md');
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/(?:\]\(|src="|srcset=")(?!\w+:)([^)"#\s]+)/g)].map(([, link = '']) => ({
      page,
      target: posix.join(posix.dirname(page), link).replace(/\/$/, ''),
    })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ target }) => !paths.includes(target) && !IN_THE_REPOSITORY_ONLY.test(target))).toEqual([]);
});
