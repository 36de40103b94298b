import fc from 'fast-check';
import { ALL_TOOLS, type ToolFailure } from '../../src/tools/index.ts';
import type { TestClient, ToolAnswer } from '../support/clients.ts';
import { startHttp } from '../support/session.ts';
import type { Area, OpenArea } from './area.ts';
import { requireClean, requireNoSecret } from './output.ts';
import { fuzzedInput, type JsonSchema } from './schema.ts';
import { openWorld } from './world.ts';

type Call = { tool: string; args: unknown };

/**
 * Error kinds that a call may return while the platform works. `unauthorized` and similar ones would be an error of the
 * test, and `internal_error` one of the program.
 */
const ALLOWED_KINDS = ['invalid_input', 'bad_request', 'not_found', 'forbidden'] satisfies ToolFailure['kind'][];

/** Every tool's arguments, through a real client over HTTP, on the built program with the embedded platform. */
export const toolArguments: Area = {
  name: 'tool arguments',
  async open() {
    const world = await openWorld();
    const env = {
      RCPT_BASE_URL: world.url,
      RCPT_API_KEY: world.apiKey,
      RCPT_SESSION_COOKIE: world.cookie,
      RCPT_TEAM_ID: world.platform.team.id,
      RCPT_TOOLSETS: [...new Set(ALL_TOOLS.map((tool) => tool.toolset))].join(),
      RCPT_TIME_ZONE: 'America/New_York',
      RCPT_DEFAULT_COUNTRY: 'US',
      RCPT_LOG_LEVEL: 'info',
    };
    const session = await startHttp(env);
    const tools = await session.client.tools();
    const { data } = await session.client.call('list_bookings', { order: 'asc', per_page: 1 });
    const cursor = String(data.cursor);
    const validValues = { ...world.validValues, cursor: [cursor, cursor.slice(1), cursor.toUpperCase()] };
    const calls = tools.map(({ name, inputSchema }) =>
      fc.record({ tool: fc.constant(name), args: fuzzedInput(inputSchema as JsonSchema, validValues) }),
    );
    const schemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema as JsonSchema]));
    const area: OpenArea<Call> = {
      input: fc.oneof(...calls),
      async check({ tool, args }) {
        const answer = await call(session.client, tool, args);
        if (answer === undefined) return;
        requireClean(JSON.stringify([answer.text, answer.data, answer.meta]).replaceAll('\\n', '\n'), world.secrets);
        requireDocumentedResult(answer, tool, args, schemas.get(tool) ?? {});
      },
      async verifyHealthy() {
        if (session.program.child.exitCode !== null) throw new Error('the program has ended');
        const answer = await session.client.call('list_services');
        if (answer.isError) throw new Error(`list_services: ${answer.text}`);
        requireNoSecret(session.program.output.stdout + session.program.output.stderr, world.secrets);
      },
      async close() {
        await session.close();
        await world.close();
      },
    };
    return area as OpenArea<unknown>;
  },
};

/** Returns the result; undefined if the whole request was rejected as documented. */
async function call(client: TestClient, tool: string, args: unknown): Promise<ToolAnswer | undefined> {
  try {
    // The client checks structured content against the schema that the tool announces.
    return await client.call(tool, args as Record<string, unknown>);
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    // The protocol rejects arguments that are not an object.
    if (code === -32602 && (typeof args !== 'object' || args === null || Array.isArray(args))) return undefined;
    // Larger than the limits of a message.
    if (JSON.stringify(args).length > 1_000_000 || message.includes('more than 10000 values')) return undefined;
    throw new Error(`${tool}: ${String(code)} ${message}`);
  }
}

function requireDocumentedResult(answer: ToolAnswer, tool: string, args: unknown, schema: JsonSchema): void {
  // The SDK drops arguments of this name before the program sees them.
  const names = Object.keys(args ?? {}).filter((name) => name !== '__proto__');
  const unknown = names.filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  if (!answer.isError) {
    if (unknown.length > 0) throw new Error(`${tool}: accepted the unknown argument ${JSON.stringify(unknown[0])}`);
    return;
  }
  const { kind, message, changed } = (answer.data.error ?? {}) as Partial<ToolFailure>;
  if (!ALLOWED_KINDS.some((one) => one === kind)) throw new Error(`${tool}: ${String(kind)}: ${answer.text}`);
  if (typeof message !== 'string' || message === '') throw new Error(`${tool}: has no error message`);
  if (changed !== 'no') throw new Error(`${tool}: does not state that nothing changed: ${message}`);
}
