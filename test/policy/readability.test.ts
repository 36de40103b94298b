import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { checkPage, checkText } from '../../scripts/readability/check.ts';
import { createPages, deadLink, reachableFrom } from '../../scripts/readability/links.ts';
import { readablePages } from '../../scripts/readability/pages.ts';
import { textsOf } from '../../scripts/readability/texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = createPages(root);
const messages = (problems: readonly { line: number; message: string }[]) =>
  problems.map(({ line, message }) => `${line}: ${message}`);

/** The files in a folder of the repository, at any depth. */
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (file) => `${folder}/${file.replaceAll('\\', '/')}`,
  );

describe('pages', () => {
  it.each(readablePages(root))('%s has short sentences, plain words and links that lead somewhere', (file) => {
    expect(messages(checkPage(pages, file)), 'npx tsx scripts/readability/index.ts').toEqual([]);
  });

  it('links from README.md reach each page of docs, deploy and examples', () => {
    const reached = reachableFrom(pages, 'README.md');
    const all = readablePages(root).filter((file) => /^(docs|deploy|examples)\//.test(file));
    expect(all.length).toBeGreaterThan(30);
    expect(all.filter((file) => !reached.has(file))).toEqual([]);
  });
});

describe('texts of the program', () => {
  it('help, messages and doctor have short sentences and plain words', () => {
    const files = filesIn('src/cli').filter((file) => file.endsWith('.ts'));
    const texts = files.flatMap((file) =>
      textsOf(readFileSync(join(root, file), 'utf8')).map((text) => ({ file, text })),
    );
    expect(texts.length).toBeGreaterThan(500);
    expect(
      texts.flatMap(({ file, text }) => checkText(text).map(({ line, message }) => `${file}:${line}: ${message}`)),
    ).toEqual([]);
  });

  it('the scanner of sources reads string literals, without comments', () => {
    const value = '$' + '{two}';
    const source = [
      "// 'one of the comments here'",
      "say('a b c d');",
      '/* ',
      `'x y z w' */ say(\`one ${value} three`,
      "four`, \"it's a short one\", 'a b');",
    ].join('\n');
    expect(textsOf(source)).toEqual([
      { text: 'a b c d', line: 2 },
      { text: 'one X three four', line: 4 },
      { text: "it's a short one", line: 5 },
    ]);
  });

  it('name pages and headings that exist', () => {
    const folders = ['src', 'scripts', 'bench', 'deploy', '.github'];
    const named = folders
      .flatMap(filesIn)
      .filter((file) => /\.(ts|tsx|cjs|yaml|yml|json)$/.test(file))
      .flatMap((file) =>
        [...readFileSync(join(root, file), 'utf8').matchAll(/(?<![\w/.-])docs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(
          ([link]) => ({ file, link }),
        ),
      );
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(({ link }) => deadLink(pages, 'README.md', link))).toEqual([]);
  });
});

describe('the check of pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rcpt-pages-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns the problems of the first of these pages. */
  function problemsOf(source: string, others: Record<string, string> = {}, file = 'page.md'): string[] {
    for (const [path, text] of Object.entries({ [file]: source, ...others })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return messages(checkPage(createPages(folder), file));
  }
  const words = (count: number) => `Word${' word'.repeat(count - 1)}.`;

  it('finds a sentence of more than 35 words, wherever it stands', () => {
    const long = expect.stringMatching(/^\d+: a sentence has 36 words/);
    expect(problemsOf(words(36))).toEqual([long]);
    expect(problemsOf(`- a\n- ${words(36)}`)).toEqual([long]);
    expect(problemsOf(`# ${words(36)}`)).toEqual([long]);
    expect(problemsOf(`| a | b |\n| --- | --- |\n| c | ${words(36)} |`)).toEqual([long]);
    expect(problemsOf(`<img src="page.md" alt="${words(36)}">`)).toEqual([long]);
    expect(problemsOf(`A first one. ${words(18)}\n${words(17)} [A ${words(34)}](page.md)`)).toEqual([]);
  });

  it('counts an inline command as one word, and ends a sentence at a colon', () => {
    expect(problemsOf(`\`${words(40)}\` ${words(34)}`)).toEqual([]);
    expect(problemsOf(`${words(20).slice(0, -1)}: ${words(20)}`)).toEqual([]);
  });

  it('ends a sentence at a semicolon in a cell of a table only', () => {
    const two = `${words(20).slice(0, -1)}; ${words(20)}`;
    expect(problemsOf(`| a |\n| --- |\n| ${two} |`)).toEqual([]);
    expect(problemsOf(two)).toHaveLength(1);
  });

  it('finds avoided words and phrases, with what to write instead, except in code and quotations', () => {
    expect(problemsOf('It is ended Prior to the call,\nand the client has\nthe ability to retry.')).toEqual([
      expect.stringMatching(/^1: "Prior to" \(instead: before\)/),
      expect.stringMatching(/^1: "has the ability to" \(instead: can\)/),
    ]);
    expect(problemsOf('`prior to` and "prior to" are not ours.\n\n```text\nprior to\n```')).toEqual([]);
  });

  it('finds links to files, headings and ids that do not exist, in both directions', () => {
    const others = { 'docs/a.md': '# One `two`: three\n\n<a id="own"></a>\n\n[up](../page.md#here-it-is)' };
    const good = '# Here it is\n\n[a](docs/a.md#one-two-three), [b](docs/a.md#own), [c](docs/), [d](#here-it-is)';
    expect(problemsOf(good, others)).toEqual([]);
    expect(problemsOf('[a](docs/b.md) [b](docs/a.md#two) [c](#no) [d](../x.md)', others)).toEqual([
      '1: docs/b.md: there is no file docs/b.md',
      '1: docs/a.md#two: docs/a.md has no heading or id #two',
      '1: #no: page.md has no heading or id #no',
      '1: ../x.md leaves the repository',
    ]);
    expect(problemsOf('<img src="no.png"> [a]\n\n[a]: no.md', others)).toHaveLength(2);
    expect(problemsOf('[a](../none.md)', {}, 'docs/c.md')).toEqual(['1: ../none.md: there is no file none.md']);
    expect(problemsOf('[a](https://example.com/no.md) <!-- [b](no.md) -->')).toEqual([]);
  });

  it('finds a heading that stands twice under one heading', () => {
    expect(problemsOf('# A\n\n## B\n\n### C\n\n## D\n\n### C')).toEqual([]);
    expect(problemsOf('# A\n\n## B\n\n### C\n\n### C')).toEqual(['7: the heading "C" stands twice under one heading']);
  });

  it('finds code without a language', () => {
    const message = 'a code block names no language (text for plain text)';
    expect(problemsOf('```\na\n```\n\n    indented\n\n```sh\nls\n```')).toEqual([`1: ${message}`, `5: ${message}`]);
  });

  it('covers every page of the repository but those of the tests', () => {
    const ignored = ['node_modules', 'dist', 'build', 'test', '.git'];
    const all = readdirSync(root)
      .filter((name) => !ignored.includes(name))
      .flatMap((name) => (statSync(join(root, name)).isDirectory() ? filesIn(name) : [name]))
      .filter((file) => file.endsWith('.md'));
    expect(all.filter((file) => !readablePages(root).includes(file))).toEqual([]);
  });
});
