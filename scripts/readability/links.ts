import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Page, parsePage } from './page.ts';

/** Reads pages once each. */
export function createPages(root: string) {
  const pages = new Map<string, Page>();
  return {
    root: resolve(root),
    /** The page in a file, whose path is relative to the root. */
    get(file: string): Page {
      const path = resolve(root, file);
      const page = pages.get(path) ?? parsePage(readFileSync(path, 'utf8'));
      pages.set(path, page);
      return page;
    },
  };
}

export type Pages = ReturnType<typeof createPages>;

/** The path, relative to the root, and the anchor to which a link of a page goes; undefined for links to other sites. */
function targetOf(file: string, link: string): { path: string; anchor: string } | undefined {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(link)) return undefined;
  const [path = '', anchor = ''] = link.split('#');
  const decoded = decodeURIComponent(path.split('?')[0] ?? '');
  return { path: decoded === '' ? file : join(dirname(file), decoded), anchor: decodeURIComponent(anchor) };
}

/** Returns why a link leads nowhere; undefined if its file and its anchor exist. */
export function deadLink(pages: Pages, file: string, link: string): string | undefined {
  const target = targetOf(file, link);
  if (!target) return undefined;
  const full = resolve(pages.root, target.path);
  const inside = relative(pages.root, full);
  if (inside.startsWith(`..${sep}`) || inside === '..') return `${link} leaves the repository`;
  if (!existsSync(full)) return `${link}: there is no file ${target.path}`;
  if (target.anchor === '') return undefined;
  const page = statSync(full).isDirectory() ? join(target.path, 'README.md') : target.path;
  if (!page.endsWith('.md')) return `${link}: only pages have anchors`;
  if (!pages.get(page).anchors.has(target.anchor)) return `${link}: ${page} has no heading or id #${target.anchor}`;
  return undefined;
}

/** Returns the pages that a reader reaches from this one by following links. */
export function reachableFrom(pages: Pages, start: string): Set<string> {
  const reached = new Set([start]);
  for (const file of reached) {
    for (const { target } of pages.get(file).links) {
      const path = targetOf(file, target)?.path;
      if (path === undefined || !existsSync(resolve(pages.root, path))) continue;
      const page = statSync(resolve(pages.root, path)).isDirectory() ? join(path, 'README.md') : path;
      if (page.endsWith('.md') && existsSync(resolve(pages.root, page))) reached.add(page);
    }
  }
  return reached;
}
