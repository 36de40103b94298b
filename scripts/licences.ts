import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All of them let their code be handed on inside of a program, if their text goes with it. */
const ALLOWED = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0', 'Unlicense'];

/** A package that another one brings inside of its own files says so in this line. */
const VENDORED = /^\/\/#region \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm;

export interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
}

/**
 * The licences of everything that is bundled.
 * @param files what the bundler took anything from, as absolute paths.
 * @param root where `node_modules` and our own LICENSE are.
 * @throws when a licence is missing, or not one of those above.
 */
export function licences(files: readonly string[], root = '.'): string {
  const packages = bundledPackages(files, root);
  const parts = packages.map((manifest) => {
    const { name, version, license = 'none' } = manifest;
    if (!ALLOWED.includes(license))
      throw new Error(`${name} is under ${license}: scripts/licences.ts does not allow that`);
    return `${name} ${version} (${license})\n\n${licenceText(root, manifest)}`;
  });
  const list = packages.map(({ name }) => name).join(', ');
  return [`rcpt-mcp contains code of these packages: ${list}.`, ...parts]
    .join(`\n\n${'-'.repeat(80)}\n\n`)
    .concat('\n');
}

/** What the packages say of themselves of which anything is in the bundle, by name. */
export function bundledPackages(files: readonly string[], root = '.'): Manifest[] {
  const read = (name: string) => readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
  return [...bundledNames(files)].sort().map((name) => JSON.parse(read(name)) as Manifest);
}

/** Names of the packages of which anything is in the bundle. */
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

function licenceText(root: string, { name, license, author }: Manifest): string {
  const folder = join(root, 'node_modules', name);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  if (files.length > 0) return files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  const holder = typeof author === 'string' ? author : author?.name;
  // Some packages name the licence and its holder, and leave the text to the reader.
  if (license === 'MIT' && holder) return `Copyright (c) ${holder}\n\n${mitText(root)}`;
  throw new Error(`${name} has no licence text`);
}

/** The text of the MIT licence, from this project's own. */
function mitText(root: string): string {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8');
  const start = own.indexOf('Permission is hereby granted');
  if (start < 0) throw new Error('LICENSE is not the MIT licence');
  return own.slice(start).trim();
}
