/** Badges of the README, and its links that install the server with one click. */
import { CLIENTS } from '../src/cli/install/clients.ts';
import { SERVER_NAME } from '../src/cli/install/connection-guides.ts';
import { CLIENT_NAMES } from '../src/config/options/clients.ts';
import { STATELESS_REVISION } from '../src/lib/protocol.ts';
import { type PackageFile, webAddress } from './identity.ts';

const SHIELDS = 'https://img.shields.io';

/** A picture with two fields. Shields.io separates them by a hyphen, and a space is an underscore: others are doubled. */
function staticBadge(alternative: string, fields: readonly [label: string, value: string], colour: string): string {
  const [label, value] = fields.map((text) => encodeURIComponent(text.replace(/[-_]/g, '$&$&')));
  return `![${alternative}](${SHIELDS}/badge/${label}-${value}-${colour})`;
}

/** Clients with links that install a server. */
type LinkedClient = 'cursor' | 'vscode';

const linked = (picture: string, address: string) => `[${picture}](${address})`;

/** Badges that are true of every fork: they name the package, not a repository. */
export function badges({ name, license, engines }: PackageFile): string {
  return [
    linked(`![npm version](${SHIELDS}/npm/v/${name})`, `https://www.npmjs.com/package/${name}`),
    staticBadge(`Node ${engines.node}`, ['Node', engines.node], 'brightgreen'),
    linked(
      staticBadge(`MCP ${STATELESS_REVISION}`, ['MCP', STATELESS_REVISION], 'blue'),
      `https://modelcontextprotocol.io/specification/${STATELESS_REVISION}`,
    ),
    linked(staticBadge(`Licence ${license}`, ['licence', license], 'blue'), 'LICENSE'),
  ].join('\n');
}

/**
 * The entry that `rcpt-mcp install CLIENT` writes under npx; `test/cli/install/one-click.test.ts` compares them. A link does
 * not know the computer, so its command is `npx` everywhere.
 */
function npxEntry(client: LinkedClient, { name }: PackageFile) {
  const { type } = CLIENTS[client];
  return { ...(type ? { type } : {}), command: 'npx', args: ['-y', name] };
}

/** Format: https://cursor.com/docs/reference/deeplinks */
function cursorLink(about: PackageFile): string {
  const config = Buffer.from(JSON.stringify(npxEntry('cursor', about))).toString('base64');
  return `https://cursor.com/en/install-mcp?name=${SERVER_NAME}&config=${encodeURIComponent(config)}`;
}

/** Format: https://code.visualstudio.com/api/extension-guides/ai/mcp. Pages cannot link to `vscode:` directly. */
function vscodeLink(about: PackageFile): string {
  const config = JSON.stringify({ name: SERVER_NAME, ...npxEntry('vscode', about) });
  const address = `vscode:mcp/install?${encodeURIComponent(config)}`;
  return `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(address)}`;
}

/** Where the MCPB bundle is. Only a release knows its repository. */
function bundle(about: PackageFile): string {
  const address = webAddress(about);
  const file = `\`${about.name}.mcpb\``;
  return address
    ? `[${file}](${address}/releases/latest/download/${about.name}.mcpb)`
    : `${file} of the latest release`;
}

/** The ways to install the server with one click or one command. */
export function installLinks(about: PackageFile): string {
  const button = (client: LinkedClient, address: string) => {
    const { title } = CLIENTS[client];
    return linked(staticBadge(`Install in ${title}`, ['install in', title], '24292f'), address);
  };
  return [
    `- **One click**: ${button('cursor', cursorLink(about))} ${button('vscode', vscodeLink(about))}`,
    `- **Claude Desktop**: open ${bundle(about)}. It asks for address, key and time zone; leave them empty for the demo.`,
    `- **A command**: \`npx -y ${about.name} install CLIENT\`, where \`CLIENT\` is ${listed(CLIENT_NAMES)}.`,
    '- **ChatGPT, and Claude on the web**: they connect to a server with a public address, such as [that of a company](#run-it-for-a-company).',
  ].join('\n');
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
