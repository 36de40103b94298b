/** server.json for the MCP registry (schema 2025-12-11), made from the code. */
import type { Option } from '../src/cli/option.ts';
import { OPTIONS } from '../src/cli/options.ts';
import { type PackageFile, webAddress } from './identity.ts';

/** The bundle that a release has made. */
export interface PublishedBundle {
  url: string;
  /** In hexadecimal. */
  sha256: string;
}

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const DESCRIPTION = 'Appointments, contacts, calls and transcripts of an AI phone receptionist.';
const SECRETS = ['api-key', 'session-cookie'];

/** Options of a server over stdio, as a registry's clients ask for them. */
function environmentVariables() {
  const shared = (OPTIONS as readonly Option[]).filter(({ env, commands }) => env && commands.includes('stdio'));
  return shared.map((option) => {
    const { name, env, meaning, type, values, example } = option;
    const known = type === 'choice' && values ? { choices: [...values], default: option.default } : {};
    return {
      name: env,
      description: `${meaning[0]?.toUpperCase()}${meaning.slice(1)}`,
      isRequired: false,
      isSecret: SECRETS.includes(name),
      format: format(option),
      ...(type === 'choice' ? known : { placeholder: example }),
      ...(type === 'boolean' ? { default: option.default } : {}),
    };
  });
}

function format({ name, type }: Option): 'string' | 'number' | 'boolean' | 'filepath' {
  if (type === 'boolean') return 'boolean';
  if (type === 'integer') return 'number';
  return name === 'api-key-file' || name === 'webhook-secrets' ? 'filepath' : 'string';
}

/** A bundle is known when it has been made: only a release can name it. */
export function registryEntry(about: PackageFile, bundle?: PublishedBundle) {
  const { version } = about;
  const address = webAddress(about);
  const transport = { type: 'stdio' };
  return {
    $schema: SCHEMA,
    name: about.mcpName,
    title: 'Receptionist',
    description: DESCRIPTION,
    version,
    ...(address ? { websiteUrl: address, repository: { url: address, source: 'github' } } : {}),
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: about.name,
        version,
        runtimeHint: 'npx',
        transport,
        environmentVariables: environmentVariables(),
      },
      ...(bundle
        ? [{ registryType: 'mcpb', identifier: bundle.url, version, fileSha256: bundle.sha256, transport }]
        : []),
    ],
  };
}
