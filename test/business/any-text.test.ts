import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FileProblemsError } from '../../src/cli/business/problems.ts';
import { parseBusinessFile } from '../../src/cli/business/read-file.ts';

const EXAMPLE = readFileSync(new URL('../../docs/examples/bright-smile-dental.yaml', import.meta.url), 'utf8');
const LINES = EXAMPLE.split('\n').length;

/** Reads a text that may be a business file, and returns its problems. */
function problemsOf(text: string): FileProblemsError['problems'] {
  try {
    parseBusinessFile(text, 'any.yaml');
    return [];
  } catch (error) {
    if (error instanceof FileProblemsError) return error.problems;
    throw error;
  }
}

const isOnOneLine = (text: string) => !/\p{Cc}/u.test(text);

it('any text is a business file or has problems on its lines, and never ends the program', () => {
  const yaml = fc.array(
    fc.oneof(
      fc.constantFrom(
        ': ',
        '- ',
        '\n',
        '  ',
        '[',
        ']',
        '{',
        '}',
        '"',
        "'",
        '&a ',
        '*a',
        '<<: ',
        '!!set ',
        '? ',
        '|',
        '>',
        '---\n',
        '%',
        '#',
      ),
      fc.constantFrom(
        'name',
        'staff',
        'services',
        '__proto__',
        'constructor',
        '1e400',
        '.nan',
        '0x',
        'null',
        '2026-03-02',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(yaml, (parts) => {
      const text = parts.join('');
      for (const { line, message, path } of problemsOf(text)) {
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length);
        expect(isOnOneLine(message) && isOnOneLine(path)).toBe(true);
        expect(message).not.toMatch(/undefined|\[object|Invalid input/);
      }
    }),
    { numRuns: 300 },
  );
});

it('the example with any value replaced is a business file or has problems with words for each', () => {
  const values = fc.constantFrom(
    '',
    'null',
    '[]',
    '{}',
    '5',
    '-1',
    'true',
    'text',
    '"2026-13-01"',
    '[1, {}]',
    '{ a: 1 }',
    '.nan',
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LINES - 1 }), values, (index, value) => {
      const lines = EXAMPLE.split('\n');
      lines[index] = (lines[index] as string).replace(/: .*$/, `: ${value}`);
      for (const { message } of problemsOf(lines.join('\n'))) {
        expect(message).not.toMatch(/undefined|\[object|Invalid|expected/);
      }
    }),
    { numRuns: 300 },
  );
});
