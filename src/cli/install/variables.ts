import { resolve } from 'node:path';
import { OPTIONS, type OptionName, type OptionValues } from '../../config/options/index.ts';
import type { Option } from '../../config/options/option.ts';
import { UsageError } from '../../config/usage-error.ts';
import { isPostgresUrl, parseDatabaseUrl } from '../../lib/database/database-url.ts';
import { withoutPassword } from '../../lib/database/redact-database-url.ts';
import type { Sources } from '../parser/parse.ts';

/** The key is stored in a separate file. */
const NOT_FORWARDED: readonly OptionName[] = ['api-key', 'api-key-file'];

const FORWARDED = OPTIONS.filter(
  ({ name, env, commands }) =>
    env !== undefined && commands.includes('install') && commands.includes('stdio') && !NOT_FORWARDED.includes(name),
);

/**
 * Converts the options of this command to environment variables of the server: no shell interprets them, and no process
 * list shows them. Paths become absolute, because a client starts its servers in another folder.
 * @param set the names of the options that do not have their defaults
 */
export function settingsVariables(options: OptionValues, set: ReadonlySet<string>): Record<string, string> {
  const forwarded = FORWARDED.filter(({ name }) => set.has(name));
  return Object.fromEntries(forwarded.map((option) => [option.env, serialized(option, options)]));
}

function serialized({ name, type }: Option<OptionName>, options: OptionValues): string {
  const text = type.format(options[name]);
  if (type.kind === 'database') {
    checkDatabase(text);
    if (text === ':memory:' || isPostgresUrl(text)) return text;
  }
  if (name === 'audit' && text === '-') {
    throw new UsageError(
      '--audit (RCPT_AUDIT) must be a file, such as --audit ./audit.jsonl: stdout of a server that a client starts belongs to MCP. Nothing was changed.',
    );
  }
  return type.kind === 'database' || type.kind === 'file' ? resolve(text) : text;
}

/**
 * Rejects a password, which must not be written to a client's file, and what may have one: a URL that is none.
 * @throws UsageError
 */
function checkDatabase(database: string): void {
  if (!isPostgresUrl(database)) return;
  const url = parseDatabaseUrl(database);
  if (!url) {
    throw new UsageError(
      '--database (RCPT_DATABASE) is no URL of a database. Nothing was changed. Write it as postgres://user@host:5432/name.',
    );
  }
  if (url.password === '' && !url.searchParams.has('password')) return;
  throw new UsageError(
    `--database (RCPT_DATABASE) has a password, which does not belong in a client's file: write ${withoutPassword(database)} and put the password into ~/.pgpass.`,
  );
}

/** Rejects settings together with `--url`: they belong to the server that runs there. @throws UsageError */
export function checkNoSettings(sources: Sources): void {
  const conflicting = FORWARDED.find(({ name }) => sources[name] === 'flag');
  if (conflicting)
    throw new UsageError(`--${conflicting.name} is a setting of the server at --url: configure it there.`);
}
