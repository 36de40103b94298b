import type { Node, Parents, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** A block of shell commands in a page. */
export interface ShellBlock {
  /** The line of the page at which it begins. */
  line: number;
  /** Its commands as they are typed, each on one or several lines. */
  commands: string[];
  /** What the page shows as their output: the ```text or ```console block directly after it. */
  output: string | undefined;
}

/** One program with its arguments, in a command. */
export interface Invocation {
  /** The part of the command that runs it. */
  text: string;
  /** Variables set for it alone. */
  env: Record<string, string>;
  words: string[];
}

/** `shell` has commands that need more than a test of one command has, such as a certain database. Only guides type these. */
const SHELL = /^(sh|bash|shell)$/;
const RUN_ALONE = /^(sh|bash)$/;
const OUTPUT = /^(text|console)$/;
/** A command of this program in a cell of a table. */
const IN_CELL = /^(RCPT_\w+=\S+ )*npx -y rcpt-mcp /;

/**
 * Parses the shell blocks of a page: with `cells` also the commands in cells of its tables, each as a block, and with `alone` only
 * blocks whose commands need nothing else.
 */
export function shellBlocks(source: string, { cells = false, alone = false } = {}): ShellBlock[] {
  const blocks: ShellBlock[] = [];
  const visit = (node: RootContent | Parents, next?: Node | RootContent, inCell = false) => {
    const line = node.position?.start.line ?? 0;
    if (node.type === 'code' && (alone ? RUN_ALONE : SHELL).test(node.lang ?? '')) {
      const output = next && 'lang' in next && OUTPUT.test(next.lang ?? '') && 'value' in next ? next.value : undefined;
      blocks.push({ line, commands: splitCommands(node.value), output });
    } else if (node.type === 'inlineCode' && inCell && cells && IN_CELL.test(node.value)) {
      blocks.push({ line, commands: [node.value], output: undefined });
    }
    if (!('children' in node)) return;
    const isCell = inCell || node.type === 'tableCell';
    for (const [index, child] of node.children.entries()) visit(child, node.children[index + 1], isCell);
  };
  visit(fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return blocks;
}

/** Divides a script into commands: a command ends at a line break that is neither quoted nor escaped. Comments alone are left out. */
export function splitCommands(script: string): string[] {
  const commands: string[] = [];
  let command = '';
  for (const line of script.split('\n')) {
    command += command === '' ? line : `\n${line}`;
    if (isOpen(command)) continue;
    if (withoutComments(command).trim() !== '') commands.push(command);
    command = '';
  }
  if (command !== '') throw new Error(`a command does not end: ${command}`);
  return commands;
}

/** The characters of a command outside of comments, each with the quotation mark that surrounds it. */
function* scan(command: string): Generator<{ character: string; quote: string; escaped: boolean }> {
  let quote = '';
  let comment = false;
  for (let index = 0; index < command.length; index++) {
    const character = command[index] as string;
    if (comment) {
      comment = character !== '\n';
      if (comment) continue;
    }
    if (character === '\\' && quote !== "'") {
      yield { character: command.slice(index, ++index + 1), quote, escaped: true };
    } else if (quote === '' && character === '#' && /^\s?$/.test(command[index - 1] ?? '')) {
      comment = true;
    } else {
      if (quote === '' ? character === '"' || character === "'" : character === quote)
        quote = quote === '' ? character : '';
      yield { character, quote, escaped: false };
    }
  }
}

function isOpen(command: string): boolean {
  const last = [...scan(command)].at(-1);
  return last !== undefined && (last.quote !== '' || (last.escaped && last.character === '\\'));
}

function withoutComments(command: string): string {
  return [...scan(command)].map(({ character }) => character).join('');
}

/** Divides a command at && and | into what it runs. One that only assigns the output of programs to a variable is typed as it is. */
export function invocationsOf(command: string): Invocation[] {
  if (/^[A-Z_]+="?[^"\s]*\$\(/.test(command)) return [];
  return withoutComments(command)
    .replaceAll(/\\\n\s*/g, ' ')
    .split(/\s(?:&&|\|)\s/)
    .map((part) => part.trim())
    .map((text) => {
      const words =
        text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)?.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')) ?? [];
      const own = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
      const env = Object.fromEntries(words.slice(0, own < 0 ? undefined : own).map((word) => word.split(/=(.*)/s, 2)));
      return { text, env, words: own < 0 ? [] : words.slice(own) };
    })
    .filter(({ words }) => words.length > 0);
}

/** The arguments of a command of this program; undefined for other programs. */
export function argumentsOf(words: readonly string[]): string[] | undefined {
  const own = words.findIndex((word, index) => word === 'rcpt-mcp' && words[index - 1] !== '-p');
  if (own >= 0 && /^(rcpt-mcp|npx)$/.test(words[0] ?? '')) return words.slice(own + 1);
  return words[0] === 'node' && words[1] === 'dist/cli.js' ? words.slice(2) : undefined;
}
