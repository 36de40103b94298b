import type { createTracer } from './tracer.ts';

/** What may be named in a span. Whatever else a client writes in the place of a name is its own business. */
export interface Names {
  tools: readonly string[];
  prompts: readonly string[];
  /** Addresses of resources, with parameters in braces. */
  resources: readonly string[];
}

/** A request of MCP, as the transport tells of it. */
interface Request {
  method: string;
  id: string | number;
  over: 'stdio' | 'http';
  target?: string | undefined;
  version?: string | undefined;
  traceparent?: string | undefined;
  header?: string | undefined;
}

type Outcome = 'ok' | 'tool_error' | 'cancelled' | number;

const METHODS = new Set([
  ...['initialize', 'ping', 'server/discover', 'completion/complete', 'logging/setLevel'],
  ...['tools/call', 'tools/list', 'prompts/get', 'prompts/list', 'resources/list', 'resources/read'],
  ...['resources/templates/list', 'resources/subscribe', 'resources/unsubscribe'],
]);
const OTHER = '_OTHER';
/** Errors of whoever asked, not of the server: MCP conventions, `rpc.response.status_code`. */
const OF_THE_CALLER: readonly number[] = [-32_700, -32_600, -32_601, -32_602, -32_002];

const NETWORK = {
  stdio: { 'network.transport': 'pipe' },
  http: { 'network.transport': 'tcp', 'network.protocol.name': 'http' },
};

/** Spans of requests (OpenTelemetry's semantic conventions for MCP, server). */
export function requestSpans(begin: ReturnType<typeof createTracer>, names: () => Names) {
  return {
    began({ traceparent, header, ...request }: Request) {
      const span = begin({
        kind: 'server',
        parent: traceparent ?? header,
        remote: true,
        link: header,
        tell: () => told(request, names()),
      });
      return {
        traceparent: span.traceparent,
        ended(outcome: Outcome, version?: string) {
          const settled = version === undefined ? {} : { 'mcp.protocol.version': versionOf(version) };
          span.ended(isFailure(outcome), { ...settled, ...ending(outcome) });
        },
      };
    },
  };
}

function told({ method, id, over, target, version }: Request, names: Names) {
  const known = METHODS.has(method) ? method : OTHER;
  const tool = method === 'tools/call' ? oneOf(names.tools, target) : undefined;
  const prompt = method === 'prompts/get' ? oneOf(names.prompts, target) : undefined;
  const name = tool ?? prompt;
  const attributes = {
    'mcp.method.name': known,
    'mcp.protocol.version': versionOf(version),
    'jsonrpc.request.id': requestId(id),
    'gen_ai.operation.name': method === 'tools/call' ? 'execute_tool' : undefined,
    'gen_ai.tool.name': tool,
    'gen_ai.prompt.name': prompt,
    'mcp.resource.uri': method.startsWith('resources/') ? template(names.resources, target) : undefined,
    ...NETWORK[over],
  };
  return { name: name === undefined ? known : `${known} ${name}`, attributes };
}

const isFailure = (outcome: Outcome) =>
  typeof outcome === 'number' ? !OF_THE_CALLER.includes(outcome) : outcome !== 'ok';

/** No message of an error: it may say what was asked for. */
function ending(outcome: Outcome) {
  if (outcome === 'ok') return {};
  const type = isFailure(outcome) ? { 'error.type': String(outcome) } : {};
  return typeof outcome === 'number' ? { 'rpc.response.status_code': String(outcome), ...type } : type;
}

const oneOf = (known: readonly string[], text: string | undefined) => known.find((name) => name === text);

/** The address that a client asked for, without the id in it. */
function template(known: readonly string[], address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  return known.find((uri) => {
    const [before = '', after] = uri.split(/\{\w+\}/);
    if (after === undefined) return uri === address;
    const id = address.slice(before.length, address.length - after.length);
    return address.startsWith(before) && address.endsWith(after) && id !== '' && !id.includes('/');
  });
}

const versionOf = (text: string | undefined) => (/^\d{4}-\d\d-\d\d$/.test(text ?? '') ? text : undefined);

/** Clients choose it; what they choose is a number, a short word or a UUID. */
const requestId = (id: string | number) => (/^[\w.:-]{1,64}$/.test(String(id)) ? String(id) : undefined);
