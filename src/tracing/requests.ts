import { SpanKind } from '@opentelemetry/api';
import type { StartSpan } from './tracer.ts';

/** Names that spans may contain. Any other name comes from a client and may contain personal data. */
export interface Names {
  tools: readonly string[];
  prompts: readonly string[];
  /** URI templates of resources, with parameters in braces. */
  resources: readonly string[];
}

/** An MCP request, as the transport reports it. */
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
/** JSON-RPC error codes that the client caused (conventions for MCP, `rpc.response.status_code`). */
const CLIENT_ERRORS: readonly number[] = [-32_700, -32_600, -32_601, -32_602, -32_002];

const NETWORK = {
  stdio: { 'network.transport': 'pipe' },
  http: { 'network.transport': 'tcp', 'network.protocol.name': 'http' },
};

/** Spans of MCP requests (OpenTelemetry's semantic conventions for MCP, server). */
export function requestSpans(startSpan: StartSpan, names: () => Names) {
  return {
    startSpan({ traceparent, header, ...request }: Request) {
      const span = startSpan({
        ...describe(request, names()),
        kind: SpanKind.SERVER,
        parent: traceparent ?? header,
        remote: true,
        link: header,
      });
      return {
        traceparent: span.traceparent,
        end(outcome: Outcome, version?: string) {
          const settled = version === undefined ? {} : { 'mcp.protocol.version': versionOf(version) };
          span.end(isFailure(outcome), { ...settled, ...outcomeAttributes(outcome) });
        },
      };
    },
  };
}

/** Returns the name and the first attributes of the span. */
function describe({ method, id, over, target, version }: Request, names: Names) {
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
  typeof outcome === 'number' ? !CLIENT_ERRORS.includes(outcome) : outcome !== 'ok';

/** The error's message is not included, because it may repeat an argument. */
function outcomeAttributes(outcome: Outcome) {
  if (outcome === 'ok') return {};
  const type = isFailure(outcome) ? { 'error.type': String(outcome) } : {};
  return typeof outcome === 'number' ? { 'rpc.response.status_code': String(outcome), ...type } : type;
}

const oneOf = (known: readonly string[], text: string | undefined) => known.find((name) => name === text);

/** Returns the template of the requested resource, because a URI with an id must not be recorded. */
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

/** Clients choose the request id. Only a number, a short word or a UUID is recorded. */
const requestId = (id: string | number) => (/^[\w.:-]{1,64}$/.test(String(id)) ? String(id) : undefined);
