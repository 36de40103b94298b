import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, mergeEntry, UnreadableConfigError } from '../../../src/cli/install/format.ts';
import { json } from '../../../src/cli/install/json.ts';
import { inputFor, removeInput, setInput } from '../../../src/cli/install/json-inputs.ts';
import { toml } from '../../../src/cli/install/toml.ts';
import { yaml } from '../../../src/cli/install/yaml.ts';

/** Edits preserve the content of users and other clients byte for byte. */
const SERVERS = 'mcpServers';
const NAME = 'receptionist';
const ENTRY: Entry = { command: 'npx', args: ['-y', 'rcpt-mcp'], env: { RCPT_READ_ONLY: 'true' } };
const RUNS = { numRuns: 300 };

/** Space between tokens: blanks, line ends, comments. */
const gap = (comments: boolean, eol: string) =>
  fc
    .array(
      fc.constantFrom(
        ' ',
        '  ',
        '\t',
        eol,
        ...(comments ? [`// note, { "x": [ }${eol}`, '/* , } ] */', `/*${eol}*/`] : []),
      ),
      { maxLength: 3 },
    )
    .map((parts) => parts.join(''));

interface Style {
  comments: boolean;
  eol: string;
  trailing: boolean;
}

/** JSON text of a value, with spaces and comments between all tokens. */
function text(value: unknown, style: Style): fc.Arbitrary<string> {
  const space = gap(style.comments, style.eol);
  const joined = (open: string, items: fc.Arbitrary<string>[], close: string) =>
    fc.tuple(space, space, fc.tuple(...items)).map(([a, b, parts]) => {
      const comma = style.trailing && parts.length > 0 ? ',' : '';
      return `${open}${a}${parts.join(`,${b}`)}${comma}${a}${close}`;
    });
  if (Array.isArray(value))
    return joined(
      '[',
      value.map((item) => text(item, style)),
      ']',
    );
  if (typeof value !== 'object' || value === null) return fc.constant(JSON.stringify(value));
  const members = Object.entries(value).map(([key, item]) =>
    fc.tuple(space, text(item, style), space).map(([a, b, c]) => `${JSON.stringify(key)}${a}:${b}${c}`),
  );
  return joined('{', members, '}');
}

const style: fc.Arbitrary<Style> = fc.record({
  comments: fc.boolean(),
  eol: fc.constantFrom('\n', '\r\n'),
  trailing: fc.boolean(),
});
const name = fc.oneof(fc.constantFrom('a', '__proto__', 'mcpServers', 'x y', '"', '{'), fc.string({ maxLength: 6 }));
const others = fc.dictionary(
  name.filter((key) => key !== NAME),
  fc.constantFrom({}, { command: 'x', args: ['"},'] }),
  {
    maxKeys: 3,
  },
);
const root = fc
  .tuple(
    fc.dictionary(
      name.filter((key) => key !== SERVERS),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 3 },
    ),
    others,
    fc.boolean(),
  )
  .map(([all, servers, has]) => (has ? { ...all, [SERVERS]: servers } : all));
const file = fc.tuple(root, style).chain(([value, fileStyle]) => text(value, fileStyle));

/** True if all characters of `before`, except white space and commas, occur in `after` in the same order. */
function contains(after: string, before: string): boolean {
  let at = 0;
  for (const character of before.replace(/[\s,]/g, '')) {
    at = after.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

describe('JSON editor', () => {
  it('preserves all other content when an entry is added, and restores the text when it is removed', () => {
    fc.assert(
      fc.property(file, (before) => {
        const added = json.set(before, SERVERS, NAME, ENTRY);
        expect(json.entries(added, SERVERS).get(NAME)).toEqual(ENTRY);
        expect(contains(added, before)).toBe(true);
        const again = json.set(added, SERVERS, NAME, { ...ENTRY, command: 'node' });
        const close = (some: string) => some.replace(/\s/g, '');
        expect(close(again)).toBe(close(added).replace('"command":"npx"', '"command":"node"'));
        const removed = json.remove(added, SERVERS, NAME);
        // At most an empty object of servers and white space remain.
        const plain = (some: string) => some.replace(/[\s,]/g, '');
        const empty = before.includes('"mcpServers"') ? '' : /"mcpServers": *\{\}/;
        expect(plain(removed.replace(empty, ''))).toBe(plain(before));
      }),
      RUNS,
    );
  });

  it.each([
    ['an empty object', '{}\n'],
    ['usual indentation', '{\n  "mcpServers": {\n    "a": {}\n  },\n  "b": 1\n}\n'],
    ['tabs and CRLF', '{\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n'],
    [
      'comments and trailing commas',
      '{\n  // first\n  "mcpServers": {\n    "a": {}, // one\n    /* none */\n  },\n}\n',
    ],
    ['a comment without a comma before it', '{\n  "mcpServers": {\n    "a": {} // one\n  }\n}\n'],
    ['an empty object of servers', '{\n    "mcpServers": {}\n}'],
    ['one line', '{"b":1,"mcpServers":{"a":{}}}'],
  ])('restores %s byte for byte after adding and removing an entry', async (what, before) => {
    const added = json.set(before, SERVERS, NAME, ENTRY);
    await expect(added).toMatchFileSnapshot(`../../snapshots/install/${what.replaceAll(' ', '-')}.txt`);
    const removed = json.remove(added, SERVERS, NAME);
    expect(before.includes('mcpServers') ? removed : removed.replace('\n  "mcpServers": {}\n', '')).toBe(before);
  });

  it.each([
    ['text', 'hello', /not valid JSON \(line 1\)/],
    ['a missing bracket', '{\n  "a": [1\n}', /not valid JSON \(line 3\)/],
    ['a list', '[]', /is not a JSON object/],
    ['servers that are not an object', '{ "mcpServers": [] }', /"mcpServers", which is not an object/],
    [
      'a stray closing bracket',
      '{ "mcpServers": { "a": {} }, "mcpServers": { "receptionist": {} } } }',
      /not valid JSON/,
    ],
    ['deeply nested brackets', '['.repeat(200_000), /nested too deeply|not valid JSON/],
  ])('rejects %s', (_what, before, expected) => {
    expect(() => json.set(before, SERVERS, NAME, ENTRY)).toThrow(UnreadableConfigError);
    expect(() => json.set(before, SERVERS, NAME, ENTRY)).toThrow(expected);
  });

  it('edits the last of two objects with the same name, as parsers read it', () => {
    const before = '{ "mcpServers": { "a": {} }, "mcpServers": { "b": {} } }';
    const added = json.set(before, SERVERS, NAME, ENTRY);
    expect(Object.keys(JSON.parse(added).mcpServers)).toEqual(['b', NAME]);
    const twice = '{"mcpServers":{"receptionist":{"command":"x"},"a":{},"receptionist":{"command":"y"}}}';
    expect(json.remove(twice, SERVERS, NAME)).toBe('{"mcpServers":{"a":{}}}');
  });

  it('adds and removes an input of VS Code', () => {
    const input = inputFor(NAME);
    fc.assert(
      fc.property(style, (fileStyle) => {
        const before = fc.sample(
          text({ inputs: [{ id: 'other', type: 'promptString' }], servers: {} }, fileStyle),
          1,
        )[0] as string;
        const added = setInput(before, input);
        expect(setInput(added, input)).toBe(added);
        expect(contains(added, before)).toBe(true);
        expect(removeInput(added, input.id).replace(/[\s,]/g, '')).toBe(before.replace(/[\s,]/g, ''));
      }),
      RUNS,
    );
    expect(removeInput(`{"inputs":[{"id":"${input.id}"}],"x":"\${input:${input.id}}"}`, input.id)).toContain('"id"');
  });
});

describe('TOML editor', () => {
  const CODEX = 'mcp_servers';
  const part = fc.constantFrom(
    '# a comment, [mcp_servers.receptionist]',
    'model = "gpt" # why',
    '[mcp_servers.other]\ncommand = """\n[mcp_servers.receptionist]\n"""\nargs = [\n  "a", # b\n]',
    "[mcp_servers.other.env]\nA = 'b'",
    '[profiles."mcp_servers.receptionist"]\nx = 1.0\nwhen = 2026-11-20T08:00:00Z',
    '[[list]]\nname = "a"',
    '',
  );
  const document = fc
    .tuple(fc.uniqueArray(part, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .filter(([parts]) => parts.indexOf('model = "gpt" # why') <= 0)
    .map(([parts, eol, ends]) => (parts.join('\n') + (ends ? '\n' : '')).replaceAll('\n', eol));

  it('preserves all other content when an entry is added, and restores the text when it is removed', () => {
    fc.assert(
      fc.property(document, (before) => {
        const added = toml.set(before, CODEX, NAME, ENTRY);
        expect(added.startsWith(before)).toBe(true);
        expect(toml.entries(added, CODEX).get(NAME)).toEqual(ENTRY);
        expect(toml.remove(added, CODEX, NAME).trimEnd()).toBe(before.trimEnd());
        const more = `${added}\n[after]\ny = 2\n`.replaceAll(/\r?\n/g, /\r\n/.test(before) ? '\r\n' : '\n');
        const changed = toml.set(more, CODEX, NAME, { command: 'node', args: [] });
        expect(toml.entries(changed, CODEX).get(NAME)).toEqual({ command: 'node', args: [] });
        expect(changed.startsWith(before)).toBe(true);
        expect(changed).toMatch(/\[after\]\r?\ny = 2\r?\n$/);
        expect(/[^\r]\n/.test(changed) && /\r\n/.test(changed)).toBe(false);
      }),
      RUNS,
    );
  });

  const own = `[mcp_servers.receptionist] # mine
command = "npx"
enabled = false # for now
env = { RCPT_READ_ONLY = "true", NODE_EXTRA_CA_CERTS = "/ca.pem" }

# of another program
[other]
x = 1

[mcp_servers.receptionist.tools.create_booking]
approval_mode = "approve"
`;

  it('preserves fields and tables that users added to the entry, with their text', async () => {
    const old = toml.entries(own, CODEX).get(NAME);
    const wanted = mergeEntry(old, { command: 'node', args: ['cli.js'], env: { RCPT_TIME_ZONE: 'Europe/Paris' } });
    const now = toml.set(own, CODEX, NAME, wanted);
    await expect(now).toMatchFileSnapshot('../../snapshots/install/own-toml.txt');
    expect(toml.remove(own, CODEX, NAME)).toBe('# of another program\n[other]\nx = 1\n');
  });

  it.each([
    ['text', 'hello', /not valid TOML \(line 1\)/],
    ['a key twice', 'a = 1\na = 2', /not valid TOML \(line 2\)/],
    ['servers that are not a table', 'mcp_servers = 1', /not a table/],
    ['servers on one line', 'mcp_servers = { a = { command = "x" } }', /structure that cannot be edited/],
    ['the entry on one line', '[mcp_servers]\nreceptionist = { command = "x" }', /in lines of another table/],
  ])('rejects %s', (_what, before, expected) => {
    expect(() => toml.set(before, CODEX, NAME, ENTRY)).toThrow(UnreadableConfigError);
    expect(() => toml.set(before, CODEX, NAME, ENTRY)).toThrow(expected);
  });

  it('removes an entry that is in lines of another table', () => {
    const before = '[mcp_servers]\nreceptionist = { command = "x" }\na.command = "y"\nreceptionist_2.command = "z"\n';
    expect(toml.remove(before, CODEX, NAME)).toBe('[mcp_servers]\na.command = "y"\nreceptionist_2.command = "z"\n');
  });
});

describe('YAML editor', () => {
  const GOOSE = 'extensions';
  const part = fc.constantFrom(
    '# a comment, receptionist: {}',
    'GOOSE_MODEL: gpt # why',
    'list:\n  - extensions:\n      receptionist: 1',
    'text: |\n  extensions:\n    receptionist: 1',
    'paths:\n- "/usr/local/bin"\n- ~/tools # mine',
    '"quoted key": { receptionist: [1, 2] }',
    '',
  );
  const other = fc.constantFrom(
    'docs:\n  cmd: docs # of the team\n  args: [a, b]',
    '# before\nmemory:\n  type: builtin\n\n  # inside\n  enabled: true',
    'notes:\n  text: >\n    folded\n    text\n\n  more:\n  - 1\n  - 2 # last',
    'off: null',
  );
  const indented = (text: string, by: string) => text.replace(/^(?=.)/gm, by);
  const servers = fc.oneof(
    fc.constantFrom('', 'extensions:', 'extensions: # none', 'extensions: {}'),
    fc
      .tuple(fc.uniqueArray(other, { minLength: 1, maxLength: 4 }), fc.constantFrom('  ', '    '))
      .map(([others, by]) => `extensions: # all\n${indented(others.join('\n'), by)}`),
  );
  const document = fc
    .tuple(
      fc.uniqueArray(part, { maxLength: 4 }),
      servers,
      fc.uniqueArray(part, { maxLength: 2 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
    )
    .filter(([before, , after]) => new Set([...before, ...after]).size === before.length + after.length)
    .map(([before, own, after, eol, ends]) =>
      ([...before, own, ...after].join('\n') + (ends ? '\n' : '')).replaceAll('\n', eol),
    );

  it('preserves all other content when an entry is added, and restores the text when it is removed', () => {
    fc.assert(
      fc.property(document, (before) => {
        const added = yaml.set(before, GOOSE, NAME, ENTRY);
        expect(yaml.entries(added, GOOSE).get(NAME)).toEqual(ENTRY);
        expect(contains(added, before.replace(/^extensions: \{\}/m, 'extensions:'))).toBe(true);
        expect(/[^\r]\n/.test(added) && /\r\n/.test(added)).toBe(false);
        const again = yaml.set(added, GOOSE, NAME, { ...ENTRY, command: 'node' });
        expect(again).toBe(added.replace('command: "npx"', 'command: "node"'));
        const removed = yaml.remove(added, GOOSE, NAME);
        const plain = (text: string) => text.replace(/^extensions:.*(\r?\n)?/m, '').trim();
        expect(plain(removed)).toBe(plain(before));
        if (/^extensions:.*\r?\n +\S/m.test(before)) expect(removed.trimEnd()).toBe(before.trimEnd());
        else expect(plain(yaml.removeEmpty(removed, GOOSE))).toBe(plain(before));
      }),
      { numRuns: 100 },
    );
  });

  it('preserves fields and comments that users added to the entry', async () => {
    const own =
      'extensions:\n    receptionist: # mine\n        command: npx # old\n        # for now\n        enabled: false\n        env:\n            NODE_EXTRA_CA_CERTS: /ca.pem # ours\n    # of another program\n    other:\n        cmd: x\n';
    const old = yaml.entries(own, GOOSE).get(NAME);
    const now = yaml.set(own, GOOSE, NAME, mergeEntry(old, { command: 'node', args: ['cli.js'], enabled: true }));
    await expect(now).toMatchFileSnapshot('../../snapshots/install/own-yaml.txt');
    expect(yaml.remove(own, GOOSE, NAME)).toBe('extensions:\n    # of another program\n    other:\n        cmd: x\n');
  });

  it.each([
    ['text', 'hello', /is not a YAML mapping/],
    ['a tab as indentation', 'a:\n\tb: 1', /is not valid YAML \(line 2\)/],
    ['a key twice', 'a: 1\na: 2', /is not valid YAML \(line 2\)/],
    ['several documents', 'a: 1\n---\nb: 2', /has several YAML documents/],
    ['servers that are a list', 'extensions:\n  - a', /"extensions", which is not a mapping/],
    ['servers on one line', 'extensions: { a: { cmd: x } }', /has all entries on one line/],
    ['a file on one line', '{ "a": 1 }', /is written on one line/],
    ['an unknown alias', 'a: *b', /is not valid YAML|alias that cannot be resolved/],
    ['an end of the document', 'a: 1\n...\n', /cannot be edited safely|has several YAML documents|not valid YAML/],
  ])('rejects %s', (_what, before, expected) => {
    expect(() => yaml.set(before, GOOSE, NAME, ENTRY)).toThrow(UnreadableConfigError);
    expect(() => yaml.set(before, GOOSE, NAME, ENTRY)).toThrow(expected);
  });
});
