import { describe, expect, it } from 'vitest';
import { followUp } from '../../../src/cli/runtime/follow-up.ts';
import { quoteArgument } from '../../../src/lib/shell.ts';
import { runAsInstalled } from '../../support/as-installed.ts';

runAsInstalled();

const printed = (database: string) =>
  followUp({ options: { database }, sources: { database: 'flag' } } as Parameters<typeof followUp>[0], 'keys list');

describe.skipIf(process.platform === 'win32')('a printed command for PostgreSQL', () => {
  it.each([
    [
      'postgres://u:canary@h:5433/db?options=-c%20search_path%3Dpractice_b&sslmode=require',
      "'postgres://u@h:5433/db?options=-c%20search_path%3Dpractice_b&sslmode=require'",
    ],
    ['postgresql:///db?host=/run/pg&port=5433&user=u', "'postgresql:///db?host=/run/pg&port=5433&user=u'"],
    ['postgres:///db?password=canary&host=/run/pg&user=u', "'postgres:///db?host=/run/pg&user=u'"],
    ['postgres://h/db?user=u&%70assword=canary&sslpassword=canary', "'postgres://h/db?user=u'"],
    ['postgres://u:can%40ary@/db?host=/run/pg', "'postgres:///db?host=%2Frun%2Fpg&user=u'"],
    ['postgres://u:canary@h/db', 'postgres://u@h/db'],
    ['postgres://u@h/db#canary', 'postgres://u@h/db'],
    ['postgres://u%27s@h/db', 'postgres://u%27s@h/db'],
    ['postgres://u:canary@[/db', "'postgres://…'"],
  ])('everything of %s is kept except the password', (database, flag) => {
    expect(printed(database)).toBe(`rcpt-mcp keys list --database ${flag}`);
  });
});

it.each([
  ['posix', 'my practice.db', "'my practice.db'"],
  ['posix', "pat's.db", "'pat'\\''s.db'"],
  ['posix', 'a\\b.db', "'a\\b.db'"],
  ['posix', './data/a,b.db', './data/a,b.db'],
  ['posix', '', "''"],
  ['powershell', 'C:\\data\\a.db', 'C:\\data\\a.db'],
  ['powershell', "C:\\pat's data\\a.db", "'C:\\pat''s data\\a.db'"],
  ['powershell', 'Praxis d’Arc.db', "'Praxis d’’Arc.db'"],
  ['powershell', 'a,b.db', "'a,b.db'"],
  ['powershell', '@a.db', "'@a.db'"],
  ['powershell', 'pat@example.com', 'pat@example.com'],
] as const)('a shell of the kind %s gets %s as %s', (shell, text, expected) => {
  expect(quoteArgument(text, shell)).toBe(expected);
});
