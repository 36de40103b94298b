import { resolve } from 'node:path';
import { isPostgresUrl, shownDatabase } from '../../lib/database-url.ts';
import type { Option } from '../option.ts';
import { OPTIONS, type OptionName } from '../options.ts';
import type { Given, Sources } from '../parse.ts';
import { UsageError } from '../usage-error.ts';

/** Options of this command alone, and the key, which has a way of its own. */
const NOT_PASSED_ON: readonly string[] = ['api-key', 'api-key-file'];
const PATHS: readonly string[] = ['database', 'webhook-secrets'];

const passedOn = (OPTIONS as readonly Option[]).filter(
  ({ name, env, commands }) =>
    env !== undefined && commands.includes('install') && commands.includes('stdio') && !NOT_PASSED_ON.includes(name),
);

/**
 * The settings given to this command, as the environment of the server: no shell reads that, and it shows in no process
 * list. Paths become absolute, because a client starts its servers in a folder of its own.
 */
export function settingsVariables(given: Given): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const { name, env } of passedOn) {
    const value = given[name as OptionName];
    if (value !== undefined) variables[env as string] = written(name, value);
  }
  return variables;
}

function written(name: string, value: string | boolean | number | string[]): string {
  if (name === 'poll') return `${(value as number) / 1000}s`;
  if (name === 'database') checkDatabase(String(value));
  const isFile = PATHS.includes(name) && value !== ':memory:' && !isPostgresUrl(String(value));
  return isFile ? resolve(String(value)) : String(value);
}

/** A password must not go into a client's file. */
function checkDatabase(database: string): void {
  if (!isPostgresUrl(database) || !URL.canParse(database)) return;
  const { password, searchParams } = new URL(database);
  if (password === '' && !searchParams.has('password')) return;
  throw new UsageError(
    `--database (RCPT_DATABASE) has a password, which does not belong in a client's file: write ${shownDatabase(database)} and put the password into ~/.pgpass.`,
  );
}

/** With `--url`, settings belong to the server that runs there. */
export function checkNoSettings(sources: Sources): void {
  const wrong = passedOn.find(({ name }) => sources[name as OptionName] === 'flag');
  if (wrong) throw new UsageError(`--${wrong.name} is a setting of the server at --url: give it to that one.`);
}
