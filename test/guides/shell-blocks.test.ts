import { describe, expect, it } from 'vitest';
import { withCopies } from '../../scripts/guides/copied.ts';
import { argumentsOf, invocationsOf, shellBlocks, splitCommands } from '../../scripts/guides/shell-blocks.ts';
import { differenceFrom } from '../../scripts/guides/shown-output.ts';

const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\`\n`;

describe('commands in pages', () => {
  it('the parser reads sh and bash blocks, also those in lists, with the output that follows directly', () => {
    const page = [
      fence('sh', 'a 1\nb'),
      fence('text', 'shown'),
      fence('bash', 'c'),
      'A paragraph.\n',
      fence('text', 'not its output'),
      '1. A step:\n\n   ```sh\n   d\n   ```\n\n   ```console\n   of d\n   ```\n',
      fence('js', 'e()'),
    ].join('\n');
    expect(shellBlocks(page)).toEqual([
      { line: 1, commands: ['a 1', 'b'], output: 'shown' },
      { line: 10, commands: ['c'], output: undefined },
      { line: 22, commands: ['d'], output: 'of d' },
    ]);
  });

  it('the parser reads commands in cells of tables only on request', () => {
    const page =
      '| try | `npx -y rcpt-mcp install cursor` |\n| --- | --- |\n| `a` | `RCPT_BASE_URL=… npx -y rcpt-mcp doctor` |\n';
    expect(shellBlocks(page)).toEqual([]);
    expect(shellBlocks(page, { cells: true }).map(({ commands }) => commands)).toEqual([
      ['npx -y rcpt-mcp install cursor'],
      ['RCPT_BASE_URL=… npx -y rcpt-mcp doctor'],
    ]);
  });

  it('a command continues behind a backslash and inside of quotation marks, but not in a comment', () => {
    const script = "a \\\n  -b   # don't\n# alone\nX='1\n2' c\nd \"it's\n\" # no \\\ne";
    expect(splitCommands(script)).toEqual(["a \\\n  -b   # don't", "X='1\n2' c", 'd "it\'s\n" # no \\', 'e']);
    expect(() => splitCommands('a "b')).toThrow('a command does not end: a "b');
  });

  it('a command consists of programs with variables and arguments', () => {
    expect(invocationsOf('A=1 rcpt-mcp x --name "front desk" \\\n  --y && curl -s u | grep z  # comment')).toEqual([
      {
        text: 'A=1 rcpt-mcp x --name "front desk"  --y',
        env: { A: '1' },
        words: ['rcpt-mcp', 'x', '--name', 'front desk', '--y'],
      },
      { text: 'curl -s u', env: {}, words: ['curl', '-s', 'u'] },
      { text: 'grep z', env: {}, words: ['grep', 'z'] },
    ]);
    expect(invocationsOf('A=1')).toEqual([]);
    expect(invocationsOf(`A='{"b":1,\n "c d":2}'`)).toEqual([]);
    expect(invocationsOf('KEY="$(printf %s "$SECRET" | openssl base64)"')).toEqual([]);
    expect(argumentsOf(['npx', '-y', '-p', 'rcpt-mcp', 'rcpt-mcp', 'doctor'])).toEqual(['doctor']);
    expect(argumentsOf(['curl', 'rcpt-mcp'])).toBeUndefined();
  });
});

describe('copied values', () => {
  const ports = { '8787': 1234, '8788': 1235 };
  const printed = 'https://desk.example.com/api/intake/src_1\nwhsec_old\nwhsec_new= shown once\nrcpt_token_abc';

  it('the last printed value is copied into a variable to which the page assigns nothing', () => {
    expect(withCopies(`curl "$ADDRESS" -H "$\{SECRET#whsec_}"`, printed, ports, [])).toBe(
      `ADDRESS='http://127.0.0.1:1234/api/intake/src_1'\nSECRET='whsec_new='\ncurl "$ADDRESS" -H "\${SECRET#whsec_}"`,
    );
    expect(withCopies('echo $SECRET $KEY', printed, ports, ['SECRET'])).toBe('echo $SECRET $KEY');
  });

  it('the public address of the examples is replaced in requests only', () => {
    expect(withCopies('curl -s https://mcp.example.com/mcp -H "Authorization: Bearer TOKEN"', printed, ports, [])).toBe(
      'curl -s http://127.0.0.1:1234/mcp -H "Authorization: Bearer rcpt_token_abc"',
    );
    const server = 'rcpt-mcp http --public-url https://mcp.example.com';
    expect(withCopies(server, printed, ports, [])).toBe(server);
  });
});

describe('shown output', () => {
  it.each([
    ['the same lines', 'a\nb', 'a\r\nb  \n\n'],
    ['colours of the terminal', 'a b', 'a \u001b[31mb\u001b[0m'],
    ['progress that was written over', 'done\nb', '1 of 2\r2 of 2\r\u001b[Kdone\n\u001b[1G\u001b[0Kxyz\u001b[2K\rb'],
    ['… for a part of a line', 'token rcpt_…, shown once (…)', 'token rcpt_abc, shown once (5)'],
    ['… for nothing', 'a…b', 'ab'],
    ['a line … for several lines', 'a\n…\nd', 'a\nb\nc\nd'],
    ['a line … for no line, at the end', 'a\n…', 'a'],
    ['a line … at the beginning', '…\n[c]', 'a\nb\n[c]'],
  ])('accepts %s', (_, shown, output) => {
    expect(differenceFrom(shown, output)).toBeUndefined();
  });

  it.each([
    ['another line', 'a\nb', 'a\nc', 'line 2 of the page has no counterpart: b'],
    ['a missing line', 'a\nb', 'a', 'line 2 of the page has no counterpart: b'],
    ['a line more', 'a', 'a\nb', 'the output goes on'],
    ['signs with a meaning in patterns', 'a.c', 'abc', 'line 1 of the page has no counterpart: a.c'],
    ['a … that stands for a part of a line only', 'a…b', 'a\nb', 'line 1 of the page has no counterpart: a…b'],
    ['lines in another order', '…\nb\n…\na', 'a\nb', 'line 4 of the page has no counterpart: a'],
  ])('rejects %s', (_, shown, output, difference) => {
    expect(differenceFrom(shown, output)?.split('\n')[0]).toBe(difference);
  });
});
