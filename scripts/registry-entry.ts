/** Generates server.json for the MCP registry (schema 2025-12-11). */
import { OPTIONS } from '../src/config/options/index.ts';
import { type Option, shownDefault } from '../src/config/options/option.ts';
import { type PackageFile, webAddress } from './identity.ts';

/** The bundle of a release. */
export interface PublishedBundle {
  url: string;
  /** The checksum in hexadecimal. */
  sha256: string;
}

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const DESCRIPTION = 'Appointments, contacts, calls and transcripts of an AI phone receptionist.';

/** Describes the options of a stdio server in the format of the registry. */
function environmentVariables() {
  const shared = OPTIONS.filter(({ env, commands }) => env && commands.includes('stdio'));
  return shared.map((option) => {
    const { env, description, type, example } = option;
    const { kind, values = [] } = type;
    const known = { choices: [...values], default: shownDefault(option) };
    return {
      name: env,
      description: `${description[0]?.toUpperCase()}${description.slice(1)}`,
      isRequired: false,
      isSecret: kind === 'secret',
      format: format(kind),
      ...(kind === 'choice' ? known : { placeholder: example }),
      ...(kind === 'boolean' ? { default: shownDefault(option) } : {}),
    };
  });
}

function format(kind: Option['type']['kind']): 'string' | 'number' | 'boolean' | 'filepath' {
  if (kind === 'boolean') return 'boolean';
  if (kind === 'integer') return 'number';
  return kind === 'file' ? 'filepath' : 'string';
}

/** @param bundle known only in a release, after the bundle is packed */
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
