import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/**
 * Errors that a model reads are sentences: a value in them is quoted by `say` (src/lib/text/sentence.ts), because an id or an
 * argument may contain words, line breaks and quotation marks of others.
 */
const root = fileURLToPath(new URL('../../src', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file.replaceAll('\\', '/'), readFileSync(`${root}/${file}`, 'utf8')] as const);
const classes = sources.flatMap(([, text]) =>
  Array.from(text.matchAll(/class (\w+) extends SentenceError/g), (match) => match[1] as string),
);

/** Returns the text from an opening parenthesis to its closing one, and the template literals in it with their tags. */
function readArguments(text: string, start: number): { tag: string; hasValue: boolean }[] {
  const templates: { tag: string; hasValue: boolean; depth: number }[] = [];
  const open: (typeof templates)[number][] = [];
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] as string;
    const template = open.at(-1);
    if (template && template.depth === depth) {
      // Inside the words of a template.
      if (character === '\\') at++;
      else if (character === '`') open.pop();
      else if (character === '$' && text[at + 1] === '{') {
        template.hasValue = true;
        depth++;
        at++;
      }
    } else if (character === "'") at = text.indexOf("'", at + 1);
    else if (character === '`') {
      const opened = { tag: /(\w*)$/.exec(text.slice(0, at))?.[1] ?? '', hasValue: false, depth };
      open.push(opened);
      templates.push(opened);
    } else if ('({['.includes(character)) depth++;
    else if (')}]'.includes(character) && --depth === 0) break;
  }
  return templates;
}

/** Returns the errors of a source text whose message contains a value that `say` does not quote. */
function rawErrors(text: string): string[] {
  const created = new RegExp(`new (?:${classes.join('|')})(?=\\()`, 'g');
  return Array.from(text.matchAll(created)).flatMap((match) => {
    const templates = readArguments(text, match.index + match[0].length);
    const line = text.slice(match.index).split('\n', 1)[0] as string;
    return templates.some(({ tag, hasValue }) => hasValue && tag !== 'say') ? [line] : [];
  });
}

it('every error that a model reads quotes the values in its message', () => {
  expect(classes).toEqual(expect.arrayContaining(['ToolError', 'TimeError', 'InvalidIdError']));
  const found = sources.flatMap(([file, text]) => rawErrors(text).map((line) => `${file}: ${line}`));
  expect(found).toEqual([]);
});

it('the search for raw values in errors finds untagged templates only', () => {
  const withValues = (text: string) => text.replaceAll('§', '$');
  for (const text of [
    'new ToolError(`no §{id}`)',
    "new ToolError('a' + `no §{id}`)",
    'new TimeError(say`§{a ? say`x` : say``} §{b ? `§{c}` : say``}`)',
    'new ToolError(id ? say`x §{id}` : `y §{id}`)',
  ])
    expect(rawErrors(withValues(text)), text).toHaveLength(1);
  for (const text of [
    'new ToolError(say`no §{id}`)',
    'new ToolError(`no value`)',
    "new ToolError('no value'); const name = `§{x}`",
    'new TimeError(say`§{a ? say`x` : say``} and §{b}`)',
    'new OtherError(`no §{id}`)',
  ])
    expect(rawErrors(withValues(text)), text).toEqual([]);
});
