import { expect, it } from 'vitest';
import { markOpenPromise } from '../../platform/support/mark-promise.ts';
import { useOffice } from '../../support/office.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';

const office = useOffice();

it.each([
  ['done', 'done, marked as kept on'],
  ['open', '(?:open|overdue), marked as open on'],
] as const)(
  'rcpt-mcp calls show says of a promise that a user has marked it as %s, and when',
  async (status, words) => {
    const show = async (id: string) => {
      const args = ['calls', 'show', id, '--database', office.platform.database];
      return (await runProgram(args, cleanEnvironment(temporaryFolder()))).stdout;
    };
    const id = await markOpenPromise(office.platform, status);
    const now = '\\w+day \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d';
    const shown = await show(id);
    expect(shown.match(/, marked as /g)).toHaveLength(1);
    expect(shown).toMatch(new RegExp(`^  \\w+, due ${now}: ${words} ${now}$`, 'm'));
  },
);
