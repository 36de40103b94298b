import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that permit redistribution inside of a program, provided that their text is included. */
const ALLOWED = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0', 'Unlicense'];

/** Licences that also require to say where the source of the package is (MPL-2.0, 3.2). */
const WITH_SOURCE = ['MPL-2.0'];

/** The line with which a bundler marks the code of another package inside of a file. */
const VENDORED = /^\/\/#region \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;

export interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
  repository?: string | { url: string };
}

/**
 * The terms of licences that many packages have. Before them are the title and the copyright lines of a package, and after those of
 * the Apache License its appendix, in which packages have copyright lines, too.
 */
const TERMS =
  /^(?:Permission (?:is hereby granted|to use, copy, modify)[\s\S]*|\s*TERMS AND CONDITIONS FOR USE[\s\S]*END OF TERMS AND CONDITIONS)/m;

/** How to apply the Apache License to one's own work: advice after its terms. The copyright line in it may be a package's own. */
const APPENDIX = /^\s*APPENDIX: How to apply[\s\S]*?^(\s*Copyright .*)$[\s\S]*?limitations under the License\./m;
const UNFILLED = /Copyright [[{]yyyy[\]}] [[{]name of copyright owner[\]}]/;

/** The packages that share a text of terms. */
interface Shared {
  terms: string;
  /** Names of packages, by what the text has beside the terms. */
  packages: Map<string, string[]>;
}

/**
 * Returns the licences and notices of all bundled packages. Terms that several packages share are printed once, after
 * the names and copyright lines of the packages. Equal lines are printed once, too.
 * @param files absolute paths of the bundled source files
 * @param root the folder with `node_modules` and this project's LICENSE
 * @throws Error if a licence text is missing or a licence is not allowed
 */
export function licences(files: readonly string[], root = '.'): string {
  const packages = bundledPackages(files, root);
  const shared = new Map<string, Shared>();
  for (const manifest of packages) {
    const { name, version, license = 'none' } = manifest;
    if (!ALLOWED.includes(license) && !WITH_SOURCE.includes(license))
      throw new Error(`${name} is under ${license}: scripts/licences.ts does not allow that`);
    for (const text of licenceTexts(root, manifest)) {
      const source = WITH_SOURCE.includes(license) ? `, unchanged; its source: ${sourceOf(manifest)}` : '';
      const { terms, notice } = termsOf(withoutAppendix(text));
      const group = shared.get(comparable(terms)) ?? { terms, packages: new Map<string, string[]>() };
      shared.set(comparable(terms), group);
      const names = [...(group.packages.get(notice) ?? []), `${name} ${version} (${license})${source}`];
      group.packages.set(notice, names);
    }
  }
  const list = packages.map(({ name }) => name).join(', ');
  const parts = [...shared.values()].map(
    (group) => `${[...group.packages].map(introduction).join('\n')}\n\n${withoutIndentation(group.terms).trim()}`,
  );
  return [`rcpt-mcp contains code of these packages: ${list}.`, ...parts]
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}

function termsOf(text: string): { terms: string; notice: string } {
  const { 0: terms, index } = TERMS.exec(text) ?? { 0: text, index: 0 };
  const beside = [text.slice(0, index), text.slice(index + terms.length)];
  return {
    terms,
    notice: beside
      .map((part) => withoutIndentation(part).trim())
      .filter(Boolean)
      .join('\n\n'),
  };
}

const withoutAppendix = (text: string) =>
  text.replace(APPENDIX, (_, copyright: string) => (UNFILLED.test(copyright) ? '' : copyright));

/** Line breaks and indentation make no other licence. */
const comparable = (terms: string) => terms.replace(/\s+/g, ' ').trim();

/** The Apache License is centred and indented, in each of its texts: kilobytes of the package. */
const withoutIndentation = (terms: string) => terms.replace(/^[ \t]+|[ \t]+$/gm, '');

/** Returns the names of packages, with their copyright lines indented below. */
const introduction = ([notice, names]: [string, string[]]) =>
  notice === '' ? names.join('\n') : `${names.join('\n')}\n${notice.replace(/^(?=.)/gm, '  ')}`;

/** Returns the manifests of all packages with code in the bundle, sorted by name. */
export function bundledPackages(files: readonly string[], root = '.'): Manifest[] {
  const read = (name: string) => readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
  return [...bundledNames(files)].sort().map((name) => JSON.parse(read(name)) as Manifest);
}

/** Returns the names of all packages with code in the bundle, vendored ones included. */
function bundledNames(files: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const file of files) {
    const [, path] = /.*node_modules\/(.*)/.exec(file.replaceAll('\\', '/')) ?? [];
    if (path === undefined) continue;
    names.add(/^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(VENDORED)) names.add(name);
  }
  return names;
}

/** Returns the licence and notice texts of a package. */
function licenceTexts(root: string, { name, license, author }: Manifest): string[] {
  const folder = join(root, 'node_modules', name);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const holder = typeof author === 'string' ? author : author?.name;
  // Some packages name the licence and its holder in package.json only.
  if (license === 'MIT' && holder) return [`Copyright (c) ${holder}\n\n${mitText(root)}`];
  throw new Error(`${name} has no licence text`);
}

/** Returns where the source code of a package is. @throws Error if its manifest does not say that */
function sourceOf({ name, repository }: Manifest): string {
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (!url) throw new Error(`${name} does not say where its source is`);
  return url.replace(/^git\+|\.git$/g, '');
}

/** Returns the text of the MIT licence, from this project's LICENSE. */
function mitText(root: string): string {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8');
  const start = own.indexOf('Permission is hereby granted');
  if (start < 0) throw new Error('LICENSE is not the MIT licence');
  return own.slice(start).trim();
}
