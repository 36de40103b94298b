import type { ConnectionGuide } from '../../app/welcome-page.ts';
import type { ClientName } from '../../config/options/clients.ts';
import { VAPI_PATH } from '../../transport/http/target.ts';
import { CLIENTS } from './clients.ts';

interface McpConnection {
  /** The address of MCP, such as `http://127.0.0.1:8787/mcp`. */
  url: string;
  /** The header that clients send with each request, as an example; undefined where none has to be configured. */
  header: string | undefined;
}

/** The name of the server in clients. */
export const SERVER_NAME = 'receptionist';

/** How AI clients connect to a running server. */
export function clientGuides(connection: McpConnection): ConnectionGuide[] {
  const { url, header } = connection;
  const [name, value] = header?.split(': ') ?? [];
  const headers = name && value ? { headers: { [name]: value } } : {};
  const flag = header ? ` --header "${header}"` : '';
  const entry = (servers: string, fields: object) => json({ [servers]: { [SERVER_NAME]: { ...fields, ...headers } } });
  const fileEntry = (client: ClientName) => {
    const { servers, http } = CLIENTS[client];
    return entry(servers, http?.(url, '') ?? { url });
  };
  return [
    {
      id: 'claude-code',
      title: 'Claude Code',
      how: 'Run this in a terminal:',
      code: `claude mcp add --transport http ${SERVER_NAME} ${url}${flag}`,
      note: CLIENTS['claude-code'].next,
    },
    claudeDesktop(connection),
    {
      id: 'cursor',
      title: 'Cursor',
      how: 'Add this to .cursor/mcp.json, in your home folder or in a project:',
      code: fileEntry('cursor'),
      note: CLIENTS.cursor.next,
    },
    {
      id: 'vscode',
      title: 'VS Code',
      how: 'Add this to .vscode/mcp.json of a project, or run "MCP: Open User Configuration":',
      code: fileEntry('vscode'),
      note: CLIENTS.vscode.next,
    },
    chatGpt(connection),
    {
      id: 'other',
      title: 'Other clients',
      how: 'Most clients have a file with this form:',
      code: entry('mcpServers', { type: 'http', url }),
      note: `The transport is Streamable HTTP. \`npx -y rcpt-mcp install NAME --url ${url}\` writes the file of ${fileClients()}.`,
    },
  ];
}

/** True if services on the internet can reach an address: they require TLS. */
const isPublic = (url: string) => url.startsWith('https://');

/** These clients send no header that a user configures. */
const signIn = ({ header }: McpConnection) =>
  header ? ' It signs in with OAuth, and cannot send a token: this server would need --auth oauth.' : '';

function claudeDesktop(connection: McpConnection): ConnectionGuide {
  const common = { id: 'claude-desktop', title: 'Claude Desktop' };
  if (isPublic(connection.url)) {
    return {
      ...common,
      how: 'In the settings, under Connectors, add a custom connector with this address:',
      code: connection.url,
      note: `Claude connects from the servers of Anthropic.${signIn(connection)}`,
    };
  }
  return {
    ...common,
    how: 'On this computer, run this in a terminal, with the options of this server:',
    code: 'npx -y rcpt-mcp install claude-desktop',
    note: 'Claude Desktop then starts its own server. It connects to addresses only if they are public and begin with https://',
  };
}

const chatGpt = (connection: McpConnection): ConnectionGuide => ({
  id: 'chatgpt',
  title: 'ChatGPT',
  how: 'In the settings, switch on developer mode, and create an app (connector) with this address:',
  code: connection.url,
  note: `ChatGPT connects from the servers of OpenAI${isPublic(connection.url) ? '.' : ': this server needs a public address first, which begins with https:// (--public-url).'}${signIn(connection)}`,
});

/** How voice agents connect, if callers can have the voice profile. */
export function voiceGuides({ url, header }: McpConnection): ConnectionGuide[] {
  return [
    {
      id: 'voice',
      title: 'Voice agents',
      how: 'Add an MCP server to the assistant, with this address:',
      code: url,
      ...(header ? { note: `With the header \`${header}\`.` } : {}),
    },
    {
      id: 'vapi',
      title: 'Vapi tools',
      how: 'Without MCP, this is the server address of custom tools:',
      code: url.replace(/\/mcp$/, VAPI_PATH),
    },
  ];
}

/** How programs and AI clients use the REST API of the platform. @param origin such as `http://127.0.0.1:8788` */
export function platformGuides(origin: string): ConnectionGuide[] {
  const note = '`rcpt-mcp keys create --name LABEL` creates an API key, on the computer that has the database.';
  return [
    {
      id: 'curl',
      title: 'curl',
      how: 'List the services, with an API key in KEY:',
      code: `curl -H "Authorization: Bearer $KEY" ${origin}/api/v1/services`,
      note,
    },
    {
      id: 'rcpt-mcp',
      title: 'AI clients',
      how: 'rcpt-mcp serves this platform to an AI client, with an API key in KEY:',
      code: `RCPT_BASE_URL=${origin} RCPT_API_KEY=$KEY rcpt-mcp`,
      note: `\`rcpt-mcp install\` writes it into the settings of a client: ${Object.keys(CLIENTS).join(', ')}.`,
    },
  ];
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The clients whose file has addresses of servers. */
const fileClients = () =>
  Object.values(CLIENTS)
    .filter(({ http }) => http)
    .map(({ title }) => title)
    .join(', ');

/** What `rcpt-mcp http` prints: how to connect, on one line for each kind of client. */
export function connectionLines(connection: McpConnection, options: { isForVoiceOnly: boolean }): string[] {
  const { header } = connection;
  const code = (guides: ConnectionGuide[], id: string) =>
    guides.find((guide) => guide.id === id)?.code.replace(/\n\s*/g, ' ') ?? '';
  if (options.isForVoiceOnly) {
    const guides = voiceGuides(connection);
    return [
      `  voice agents    MCP server ${code(guides, 'voice')}${header ? `, header ${header}` : ''}`,
      `  Vapi tools      server ${code(guides, 'vapi')}, without MCP`,
    ];
  }
  const guides = clientGuides(connection);
  return [`  Claude Code     ${code(guides, 'claude-code')}`, `  other clients   ${code(guides, 'other')}`];
}
