import GithubSlugger from 'github-slugger';
import type { Node, Parents, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A text that a reader sees as one piece: a paragraph, a heading, a cell of a table, the text alternative of a picture. */
export interface Block {
  /** Without markup, on one line. Inline code is the word `Code`, so that a command counts as one word. */
  text: string;
  line: number;
  /** Whether it is a cell of a table. */
  cell?: boolean;
}

export interface Heading {
  text: string;
  depth: number;
  line: number;
}

/** What the checks need of a Markdown page. */
export interface Page {
  blocks: Block[];
  headings: Heading[];
  /** The targets of links and pictures, in Markdown and in HTML. */
  links: { target: string; line: number }[];
  /** The ids to which a link can go: those that GitHub gives to headings, and those of HTML. */
  anchors: Set<string>;
  /** Fenced and indented code. `language` is undefined if the fence names none. */
  code: { language: string | undefined; line: number }[];
}

const lineOf = (node: Node) => node.position?.start.line ?? 0;
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const attributes = (html: string, names: string) =>
  [...html.matchAll(new RegExp(`\\b(?:${names})="([^"]+)"`, 'g'))].map(([, value = '']) => value);

/** The text of a node and its descendants, as `code` says for inline code. */
function textOf(node: RootContent, code: (value: string) => string): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'inlineCode') return code(node.value);
  if (node.type === 'break') return ' ';
  return 'children' in node ? node.children.map((child) => textOf(child, code)).join('') : '';
}

/** Parses a page as GitHub does. */
export function parsePage(source: string): Page {
  const slugger = new GithubSlugger();
  const page: Page = { blocks: [], headings: [], links: [], anchors: new Set(), code: [] };
  const addBlock = (text: string, line: number, cell = false) => {
    if (text.trim()) page.blocks.push({ text: oneLine(text), line, cell });
  };
  const visit = (node: RootContent | Parents) => {
    const line = lineOf(node);
    switch (node.type) {
      case 'heading': {
        const text = textOf(node, (value) => value);
        page.headings.push({ text, depth: node.depth, line });
        page.anchors.add(slugger.slug(text));
        addBlock(
          textOf(node, () => 'Code'),
          line,
        );
        break;
      }
      case 'paragraph':
      case 'tableCell':
        addBlock(
          textOf(node, () => 'Code'),
          line,
          node.type === 'tableCell',
        );
        break;
      case 'code':
        page.code.push({ language: node.lang ?? undefined, line });
        break;
      case 'link':
      case 'definition':
        page.links.push({ target: node.url, line });
        break;
      case 'image':
        page.links.push({ target: node.url, line });
        addBlock(node.alt ?? '', line);
        break;
      case 'html': {
        // A comment is not shown: its text and links do not count.
        const html = node.value.replace(/<!--[\s\S]*?-->/g, '');
        for (const target of attributes(html, 'href|src|srcset')) page.links.push({ target, line });
        for (const id of attributes(html, 'id|name')) page.anchors.add(id);
        for (const alt of attributes(html, 'alt')) addBlock(alt, line);
        break;
      }
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  // The front matter of a template is settings for GitHub. Its lines stay, so that the others keep their numbers.
  const shown = source.replace(/^---\n[\s\S]*?\n---\n/, (lines) => lines.replace(/.+/g, ''));
  visit(fromMarkdown(shown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return page;
}
