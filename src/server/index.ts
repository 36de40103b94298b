import {
  type AuthInfo,
  McpServer,
  type McpServerFactory,
  type ScopeChallengeHandler,
  type ServerContext,
  type Variables,
} from '@modelcontextprotocol/server';
import { contextOf } from '../lib/http/request-context.ts';
import type { JsonObject } from '../lib/json.ts';
import { traceparentOf } from '../lib/trace.ts';
import {
  type Annotations,
  type CallScope,
  callTool,
  type ToolDefinition,
  type ToolServices,
  toolAnnotations,
} from '../tools/index.ts';
import { CACHE_HINTS } from './cache.ts';
import { capabilitiesFor, serverInfo } from './capabilities.ts';
import { completersFor } from './completion/index.ts';
import { DecoratedMcpServer, type DecorateTransport, type ServerFactory } from './decorated-server.ts';
import { elicit, elicitationOf } from './elicitation.ts';
import { fastPathTools } from './fast-path.ts';
import { instructions } from './instructions.ts';
import { type OfferedPrompt, offeredPrompts, promptResult } from './prompts/index.ts';
import { type OfferedResource, offeredResources, readResource } from './resources/index.ts';
import { advertised, inputJsonSchema, outputJsonSchema } from './schema.ts';
import { createSignedState, type SignedState } from './signed-state.ts';
import { onClose, serveSubscriptions } from './subscriptions.ts';
import { updatesOf } from './updates.ts';

export { NAMES } from './names.ts';
export { updatesOf } from './updates.ts';

/** What `tools/list` says of a tool. */
export interface ToolListing {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema: JsonObject;
  annotations: Annotations;
}

/** Listings by tool, made once for all servers of this process. */
const listings = new WeakMap<ToolDefinition, ToolListing>();

export function toolListing(tool: ToolDefinition): ToolListing {
  const known = listings.get(tool);
  if (known) return known;
  const { name, title, description } = tool;
  const listing = {
    name,
    title,
    description,
    inputSchema: inputJsonSchema(tool.input),
    outputSchema: outputJsonSchema(tool.output),
    annotations: toolAnnotations(tool),
  };
  listings.set(tool, listing);
  return listing;
}

export interface ServerOptions {
  /** The tools offered, in order. */
  tools: readonly ToolDefinition[];
  services: ToolServices;
  /**
   * The scopes that the caller's token must have for a tool, where it lacks one (RFC 6750, 3.1). `auth` is what is known
   * of one request's caller.
   */
  requiredScopes?: ((tool: ToolDefinition, auth?: AuthInfo) => Scopes | undefined) | undefined;
}

type Scopes = readonly [string, ...string[]];

/** Sends progress to a client that asked for it (MCP, Progress): never backwards, and never waited for. */
function progressOf({ mcpReq }: ServerContext): CallScope['notify'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let sent = 0;
  return (done, of) => {
    if (done <= sent) return;
    sent = done;
    const params = { progressToken, progress: done, ...(of === null ? {} : { total: Math.max(of, done) }) };
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** What belongs to one request of a client. */
function scopeOf(context: ServerContext): CallScope {
  const { signal, _meta } = context.mcpReq;
  const about = contextOf(context.http?.authInfo);
  return { signal, notify: progressOf(context), about, traceparent: traceparentOf(_meta?.traceparent) };
}

/** Makes the factory that HTTP builds its servers with, one a request. Who listens there is the handler's to know. */
export function serverFactory(options: ServerOptions): ServerFactory {
  const build = builder(options);
  return ({ era }, decorate) => build(era === 'modern', decorate);
}

/** Makes servers of HTTP sessions (MCP 2025), which last and whose clients subscribe to changes. */
export function sessionServers(options: ServerOptions): () => McpServer {
  const { requiredScopes: needs } = options;
  const updates = updatesOf(options.services);
  // Made with the first session: most callers have none.
  let build: ReturnType<typeof builder> | undefined;
  return () => {
    build ??= builder(options, needs && ((tool) => (auth) => needs(tool, auth)));
    const server = build(true);
    if (updates) serveSubscriptions(server, updates, offeredResources(options.tools, {}));
    return server;
  };
}

/** Servers of connections that last, and are told of changes themselves. */
export interface ConnectionFactory {
  factory: McpServerFactory;
  /** To be called when the client has asked to listen (MCP 2026-07-28, `subscriptions/listen`). */
  onListen(): void;
}

/** The same for stdio, where each connection has a server of its own. */
export function connectionFactory(options: ServerOptions): ConnectionFactory {
  const build = builder(options);
  const updates = updatesOf(options.services);
  let current: McpServer | undefined;
  let listening = false;
  const attach = () => {
    if (!current || !updates || !listening) return;
    const { server } = current;
    // The SDK lets through what was asked for.
    onClose(
      server,
      updates.subscribe((uri) => void server.sendResourceUpdated({ uri }).catch(() => {})),
    );
  };
  return {
    factory: ({ era }) => {
      const server = build(true);
      if (era === 'modern') {
        current = server;
        attach();
      } else if (updates) serveSubscriptions(server, updates, offeredResources(options.tools, {}));
      return server;
    },
    onListen() {
      if (listening) return;
      listening = true;
      attach();
    },
  };
}

/** Tools for a transport that answers plain requests without the SDK. */
export function directFor({ tools, services, requiredScopes: needs }: ServerOptions) {
  const listing = (tool: ToolDefinition) => {
    const { outputSchema, ...rest } = toolListing(tool);
    return services.settings.output === 'text' ? rest : { ...rest, outputSchema };
  };
  return fastPathTools({ tools, services, info: serverInfo(services.settings.version), listing, needs });
}

/** Finds the scopes that one request lacks. */
type MissingScopes = (auth: AuthInfo | undefined) => Scopes | undefined;

/**
 * Makes what builds a server. `watched`: whether its client can hear of changes. `lackingFor`: for servers whose requests
 * may differ in what their tokens are good for.
 */
function builder(
  { tools, services, requiredScopes: needs }: ServerOptions,
  lackingFor: (tool: ToolDefinition) => MissingScopes | undefined = (tool) => {
    const needed = needs?.(tool);
    return needed && (() => needed);
  },
): (watched: boolean, decorate?: DecorateTransport) => McpServer {
  const { settings } = services;
  const info = serverInfo(settings.version);
  const completers = completersFor(tools, services);
  const resources = offeredResources(tools, completers);
  const prompts = offeredPrompts(tools, completers);
  const watching = services.events.sources.length > 0;
  const capabilities = (watched: boolean) =>
    capabilitiesFor({
      resources: resources.length > 0,
      subscriptions: watched && watching,
      prompts: prompts.length > 0,
    });
  const signedState = createSignedState(services);
  const options = {
    instructions: instructions(settings, tools),
    cacheHints: CACHE_HINTS,
    requestState: { verify: signedState.verify },
  };
  return (watched, decorate) => {
    const config = { ...options, capabilities: capabilities(watched) };
    const server = decorate ? new DecoratedMcpServer(decorate, info, config) : new McpServer(info, config);
    for (const tool of tools) registerTool(server, tool, { services, signedState, lacking: lackingFor(tool) });
    for (const resource of resources) registerResource(server, resource, services);
    for (const prompt of prompts) registerPrompt(server, prompt, { tools, services });
    return server;
  };
}

function registerTool(
  server: McpServer,
  tool: ToolDefinition,
  {
    services,
    signedState,
    lacking,
  }: { services: ToolServices; signedState: SignedState; lacking: MissingScopes | undefined },
): void {
  const { name, title, description } = tool;
  const inputSchema = advertised(() => toolListing(tool).inputSchema);
  // Clients insist on structured content where an output schema is announced.
  const output =
    services.settings.output === 'text' ? {} : { outputSchema: advertised(() => toolListing(tool).outputSchema) };
  // Listed, so that a client knows what a better token is good for; a call of it is answered 403.
  const challenge: ScopeChallengeHandler = ({ authInfo }) => {
    const scopes = lacking?.(authInfo);
    return scopes && { scopes };
  };
  const missing = lacking ? { scopeChallenge: challenge } : {};
  const config = { title, description, annotations: toolAnnotations(tool), inputSchema, ...output, ...missing };
  server.registerTool(name, config, async (args, context) => {
    const outcome = await callTool(tool, args, services, {
      ...scopeOf(context),
      elicitation: elicitationOf(server, context),
    });
    return 'question' in outcome ? elicit(outcome, signedState) : { ...outcome };
  });
}

function registerResource(server: McpServer, offered: OfferedResource, services: ToolServices): void {
  const { resource, tool, address, metadata } = offered;
  const config = { ...metadata, cacheHint: { ttlMs: resource.ttlMs } };
  const read = (uri: URL, id: string, context: ServerContext) =>
    readResource({ resource, tool, uri: uri.href, id }, services, scopeOf(context));
  if (typeof address === 'string') {
    server.registerResource(resource.name, address, config, (uri, context) => read(uri, '', context));
  } else {
    const idOf = ({ id }: Variables) => (typeof id === 'string' ? id : '');
    server.registerResource(resource.name, address, config, (uri, variables, context) =>
      read(uri, idOf(variables), context),
    );
  }
}

function registerPrompt(
  server: McpServer,
  { prompt, config }: OfferedPrompt,
  { tools, services }: ServerOptions,
): void {
  const facts = { zone: services.settings.timeZone, has: (name: string) => tools.some((tool) => tool.name === name) };
  server.registerPrompt(prompt.name, config, (given) => promptResult(prompt, given, facts));
}
