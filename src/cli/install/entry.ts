import { resolve } from 'node:path';
import { Secret } from '../../lib/secret.ts';
import { exposureWarning } from '../config/key-source.ts';
import { readSettings } from '../config/settings.ts';
import type { Run } from '../runtime/run.ts';
import { UsageError } from '../runtime/usage-error.ts';
import type { Client } from './clients.ts';
import type { Entry } from './format.ts';
import { type Input, inputFor, reference } from './json-inputs.ts';
import { launchCommand } from './program.ts';
import { checkNoSettings, settingsVariables } from './variables.ts';

/** The planned change. */
export interface Plan {
  entry: Entry;
  /** A secret that the client asks the user for. */
  input?: Input;
  /** A key, and the file that will hold it. */
  key?: { secret: Secret; path: string };
  warnings: string[];
}

/** Replaces a key that the client will ask for, so that all other settings can be validated. */
const PLACEHOLDER = new Secret('sk_live_placeholder');

export interface Target {
  client: Client;
  name: string;
  /** The client's file. */
  file: string;
  /** The path of the file for a key. */
  keyFile: string;
}

/** Plans the entry for the options of this run. @throws UsageError for options that the client does not support */
export function plan(
  { client, name, file, keyFile: ownKeyFile }: Target,
  { options, sources }: Pick<Run, 'options' | 'sources'>,
): Plan {
  const { url, 'api-key': key, 'api-key-file': keyFile } = options;
  if (url !== undefined) {
    checkNoSettings(sources);
    return { entry: httpEntry(client, url, file), warnings: [] };
  }
  if (options.toolsets.includes('keys')) {
    throw new UsageError(
      "The toolset keys needs RCPT_SESSION_COOKIE, which does not belong in a client's file: remove it from --toolsets.",
    );
  }
  const promptsForKey = client.asksForSecrets && keyFile === undefined && options['base-url'] !== undefined;
  const settings = readSettings(promptsForKey ? { ...options, 'api-key': key ?? PLACEHOLDER } : options);
  const variables = settingsVariables(options, sources);
  const planned: Plan = { entry: {}, warnings: [] };
  if (promptsForKey) {
    planned.input = inputFor(name);
    variables.RCPT_API_KEY = reference(planned.input);
  } else if (key !== undefined) {
    planned.key = { secret: new Secret(key.reveal().trim()), path: ownKeyFile };
    variables.RCPT_API_KEY_FILE = ownKeyFile;
  } else if (keyFile !== undefined) {
    const path = resolve(keyFile);
    variables.RCPT_API_KEY_FILE = path;
    const warning = exposureWarning(path, 'The API key');
    if (warning) planned.warnings.push(`${warning[0]?.toUpperCase()}${warning.slice(1)} (${path}).`);
  }
  const { command, args, downloads } = launchCommand(settings.live === undefined, process.env, process.platform);
  planned.entry = {
    ...(client.type ? { type: client.type } : {}),
    command,
    args,
    ...(downloads ? client.downloadFields : {}),
    ...(Object.keys(variables).length > 0 ? { env: variables } : {}),
  };
  rejectSubstitutions(client, planned);
  return planned;
}

function httpEntry(client: Client, url: string, file: string): Entry {
  if (!client.http) {
    throw new UsageError(
      `${client.title} does not support URLs in its file: omit --url, or add the address in its settings, under Connectors.`,
    );
  }
  return client.http(url, file);
}

/** Rejects values in which the client would silently substitute variables. */
function rejectSubstitutions(client: Client, { entry, input }: Plan): void {
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
