import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['', '.github', '.github/ISSUE_TEMPLATE', 'docs', 'docs/adr', 'docs/voice', 'deploy'];

/** Returns the pages that people read, relative to the root, sorted. */
export function readablePages(root: string): string[] {
  const examples = join(root, 'examples');
  const folders = existsSync(examples)
    ? readdirSync(examples, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `examples/${name}`)
    : [];
  return [...FOLDERS, 'examples', ...folders]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => (folder === '' ? name : `${folder}/${name}`)))
    .filter((file) => file.endsWith('.md'))
    .sort();
}
