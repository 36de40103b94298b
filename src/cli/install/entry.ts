import { resolve } from 'node:path';
import { exposureWarning } from '../../config/key-source.ts';
import { readSettings } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import { isPostgresUrl } from '../../lib/database/database-url.ts';
import { Secret } from '../../lib/secrets/secret.ts';
import type { Run } from '../runtime/run.ts';
import type { Client } from './clients.ts';
import type { Entry, Format } from './format.ts';
import { hostEnvironment } from './host-environment.ts';
import { type Input, inputFor, reference } from './json-inputs.ts';
import type { LocaleValues } from './locale-proposal.ts';
import { launchCommand } from './program.ts';
import { checkNoSettings, settingsVariables } from './variables.ts';

/** The planned change. */
export interface Plan {
  entry: Entry;
  /** A secret that the client asks the user for. */
  input?: Input;
  /** A key, and the file that will hold it. */
  key?: { secret: Secret; path: string };
  /** True if the server uses SQLite, and its command does not download one. */
  needsInstalledSqlite: boolean;
  warnings: string[];
}

/** Replaces a key that the client will ask for, so that all other settings can be validated. */
const PLACEHOLDER = new Secret('sk_live_placeholder');

export interface Target {
  client: Client;
  /** The editor for the client's file. */
  format: Format;
  name: string;
  /** The client's file. */
  file: string;
  /** The path of the file for a key. */
  keyFile: string;
}

/**
 * Plans the entry for the options of this run.
 * @param proposed values of options that the user has not given
 * @throws UsageError for options that the client does not support
 */
export function plan(
  { client, name, file, keyFile: ownKeyFile }: Target,
  { options: given, sources }: Pick<Run, 'options' | 'sources'>,
  proposed: LocaleValues = {},
): Plan {
  const options = { ...given, ...proposed };
  const { url, 'api-key': key, 'api-key-file': keyFile } = options;
  const defaults = client.defaults?.(name);
  if (url !== undefined) {
    checkNoSettings(sources);
    return { entry: { ...defaults, ...httpEntry(client, url, file) }, needsInstalledSqlite: false, warnings: [] };
  }
  if (options.toolsets.includes('keys')) {
    throw new UsageError(
      "The toolset keys needs RCPT_SESSION_COOKIE, which does not belong in a client's file: remove it from --toolsets.",
    );
  }
  const promptsForKey = client.asksForSecrets && keyFile === undefined && options['base-url'] !== undefined;
  const settings = readSettings(promptsForKey ? { ...options, 'api-key': key ?? PLACEHOLDER } : options);
  const variables = settingsVariables(options, new Set([...Object.keys(sources), ...Object.keys(proposed)]));
  const warnings: string[] = [];
  const secret: Pick<Plan, 'input' | 'key'> = {};
  if (promptsForKey) {
    secret.input = inputFor(name);
    variables.RCPT_API_KEY = reference(secret.input);
  } else if (key !== undefined) {
    secret.key = { secret: new Secret(key.reveal().trim()), path: ownKeyFile };
    variables.RCPT_API_KEY_FILE = ownKeyFile;
  } else if (keyFile !== undefined) {
    const path = resolve(keyFile);
    variables.RCPT_API_KEY_FILE = path;
    const warning = exposureWarning(path, 'The file of the API key');
    if (warning) warnings.push(`${warning[0]?.toUpperCase()}${warning.slice(1)} (${path}).`);
  }
  const usesSqlite = settings.remote === undefined && !isPostgresUrl(settings.database);
  const launch = launchCommand(hostEnvironment(), { usesSqlite, isDesktopProgram: client.isDesktopProgram });
  if (launch.isInShellOnly) warnings.push(shellOnly(client));
  const env = { ...variables, ...launch.env };
  const entry: Entry = {
    ...defaults,
    ...(client.type ? { type: client.type } : {}),
    command: launch.command,
    args: launch.args,
    ...(launch.downloads ? client.downloadFields : {}),
    ...(Object.keys(env).length > 0 ? { env } : {}),
  };
  const planned = { entry, ...secret, needsInstalledSqlite: usesSqlite && !launch.downloads, warnings };
  rejectSubstitutions(client, planned);
  return planned;
}

const shellOnly = ({ title }: Client) =>
  `${title} may not find npx, because the Node of this shell is not in the PATH of the system. If it does not: npm install -g rcpt-mcp, then rcpt-mcp install again.`;

function httpEntry(client: Client, url: string, file: string): Entry {
  if (!client.http) {
    throw new UsageError(
      `${client.title} does not support URLs in its file: omit --url, or add the address in its settings, under Connectors.`,
    );
  }
  return client.http(url, file);
}

/** Rejects values in which the client would silently substitute variables. */
function rejectSubstitutions(client: Client, { entry, input }: Pick<Plan, 'entry' | 'input'>): void {
  const texts = [['the path of this program', [entry.command, entry.args].flat().join(' ')]];
  for (const [key, value] of Object.entries(entry.env ?? {})) {
    if (!input || value !== reference(input)) texts.push([key, String(value)]);
  }
  const invalid = texts.find(([, text]) => client.substitutes?.test(text as string));
  if (invalid) {
    throw new UsageError(
      `${client.title} would substitute the variable after $ in ${invalid[0]}. Choose a value without $.`,
    );
  }
}
