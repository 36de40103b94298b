import {
  type AuthInfo,
  McpServer,
  type McpServerFactory,
  type ScopeChallengeHandler,
  type ServerContext,
  type Variables,
} from '@modelcontextprotocol/server';
import { contextOf } from '../lib/http/request-context.ts';
import { traceparentOf } from '../lib/trace.ts';
import {
  type CallScope,
  callTool,
  currentSettings,
  QUESTION_TTL_MS,
  type ToolDefinition,
  type ToolServices,
  toolAnnotations,
} from '../tools/index.ts';
import { CACHE_HINTS } from './cache.ts';
import { withCaller } from './caller.ts';
import { capabilitiesFor, serverInfo } from './capabilities.ts';
import { serveChannel } from './channel/index.ts';
import { completersFor } from './completion/index.ts';
import { DecoratedMcpServer, type DecorateTransport, type ServerFactory } from './decorated-server.ts';
import { elicit, elicitationOf } from './elicitation.ts';
import { createFastPathTools } from './fast-path.ts';
import { instructions } from './instructions.ts';
import { type OfferedPrompt, offeredPrompts, promptResult } from './prompts/index.ts';
import { type OfferedResource, offeredResources, readResource } from './resources/index.ts';
import { standardSchemaOf } from './schema.ts';
import type { Scopes, ServerOptions } from './server-options.ts';
import { createSignedState, type SignedState } from './signed-state.ts';
import { forwardUpdates, serveSubscriptions, type UpdateForwarder } from './subscriptions.ts';
import { hasOutputSchema, listedTool, toolListing } from './tool-listing.ts';
import { resourceUpdates } from './updates.ts';
import { announceViews } from './views/announce.ts';
import { offeredViews } from './views/offer.ts';
import { clientDrawsViews, registerViews } from './views/register.ts';
import { serveLists } from './views/serve-lists.ts';
import { VOICE_INSTRUCTIONS } from './voice-instructions.ts';

export { NAMES } from './names.ts';
export type { ServerOptions } from './server-options.ts';
export { toolListing, useBuiltListings } from './tool-listing.ts';
export { resourceUpdates } from './updates.ts';
export type { View } from './views/register.ts';
export { spokenToolsFor } from './voice.ts';

/** Sends progress to a client that requested it (MCP, Progress). Progress never decreases; sending is not awaited. */
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

/** The scope of one client request. */
function scopeOf(context: ServerContext): CallScope {
  const { signal, _meta: meta } = context.mcpReq;
  const requestContext = contextOf(context.http?.authInfo);
  return { signal, notify: progressOf(context), requestContext, traceparent: traceparentOf(meta?.traceparent), meta };
}

/** Creates the factory of the servers that HTTP uses for one request each. Their SDK handler serves subscriptions. */
export function serverFactory(options: ServerOptions): ServerFactory {
  const build = serverBuilder(options);
  return ({ era }, decorate) => build(era === 'modern', decorate);
}

/** Creates the servers of HTTP sessions (MCP 2025): they are long-lived, and their clients can subscribe to changes. */
export function sessionServers(options: ServerOptions): () => McpServer {
  const { requiredScopes } = options;
  const updates = resourceUpdates(options.services);
  // Created with the first session: most callers have none.
  let build: ReturnType<typeof serverBuilder> | undefined;
  return () => {
    build ??= serverBuilder(options, requiredScopes && ((tool) => (auth) => requiredScopes(tool, auth)));
    const server = build(true);
    if (updates) serveSubscriptions(server, updates, offeredResources(options.tools, {}));
    return server;
  };
}

/** Creates the servers of long-lived connections, which notify their client of changes themselves. */
interface ConnectionFactory {
  factory: McpServerFactory;
  /** Creates the hooks of the connection. */
  hooks?: () => ViewHook[];
  /** Must be called when the client has sent `subscriptions/listen` (MCP 2026-07-28). */
  onListen(): void;
}

/** The factory for stdio, where each connection has its own server. */
export function connectionFactory(options: ServerOptions): ConnectionFactory {
  const build = serverBuilder(options);
  const updates = resourceUpdates(options.services);
  let forwarder: UpdateForwarder | undefined;
  let isListening = false;
  return {
    factory: ({ era }) => {
      const server = build(true);
      if (options.services.settings.channel) serveChannel(server, era, options.services);
      if (!updates) return server;
      if (era === 'modern') {
        forwarder = forwardUpdates(server, updates);
        if (isListening) forwarder.start();
      } else serveSubscriptions(server, updates, offeredResources(options.tools, {}));
      return server;
    },
    onListen() {
      isListening = true;
      forwarder?.start();
    },
    ...viewHooks(options),
  };
}

type ViewHook = ReturnType<typeof announceViews>;

/** Returns the hooks for transports of a server whose tools have views. */
export function viewHooks({ tools, services, views = [] }: ServerOptions): { hooks?: () => ViewHook[] } {
  return offeredViews(views, tools, services.settings).length > 0 ? { hooks: () => [announceViews()] } : {};
}

/** The tools for a transport that answers plain requests without the SDK. */
export function fastPathToolsFor({ tools, services, requiredScopes, views: all = [] }: ServerOptions) {
  const { settings } = services;
  const views = offeredViews(all, tools, settings);
  const listing = (tool: ToolDefinition, drawsViews: boolean) => listedTool(tool, settings, drawsViews ? views : []);
  const info = serverInfo(settings.version);
  return createFastPathTools({ tools, services, info, listing, hasViews: views.length > 0, requiredScopes });
}

/** Returns the required scopes of a tool if the token of a request lacks one of them. */
type MissingScopes = (auth: AuthInfo | undefined) => Scopes | undefined;

/**
 * Returns a function that builds a server. `canSubscribe`: whether its client can be notified of changes.
 * @param missingScopesFor for servers whose requests may carry tokens with different scopes. Default: the same scopes are
 *   missing in all requests of the server.
 */
function serverBuilder(
  { tools, services, requiredScopes, views: all = [] }: ServerOptions,
  missingScopesFor: (tool: ToolDefinition) => MissingScopes | undefined = (tool) => {
    const scopes = requiredScopes?.(tool);
    return scopes && (() => scopes);
  },
): (canSubscribe: boolean, decorate?: DecorateTransport) => McpServer {
  const { settings } = services;
  const info = serverInfo(settings.version);
  const completers = completersFor(tools, services);
  // Spoken tools have the names of others, and no data that a resource could show.
  const resources = settings.voice ? [] : offeredResources(tools, completers);
  const prompts = settings.voice ? [] : offeredPrompts(tools, completers);
  const views = offeredViews(all, tools, settings);
  const hasEvents = services.events.sources.length > 0;
  const capabilities = (canSubscribe: boolean) =>
    capabilitiesFor({
      resources: resources.length > 0,
      subscriptions: canSubscribe && hasEvents,
      prompts: prompts.length > 0,
      channel: settings.channel === true,
    });
  const signedState = createSignedState(services);
  const options = {
    instructions: settings.voice ? VOICE_INSTRUCTIONS : instructions(settings, tools),
    cacheHints: CACHE_HINTS,
    requestState: { verify: signedState.verify },
    // A form that is answered later agrees to nothing.
    inputRequired: { roundTimeoutMs: QUESTION_TTL_MS },
  };
  return (canSubscribe, decorate) => {
    const config = { ...options, capabilities: capabilities(canSubscribe) };
    const server = decorate ? new DecoratedMcpServer(decorate, info, config) : new McpServer(info, config);
    for (const tool of tools)
      registerTool(server, tool, {
        services,
        signedState,
        missingScopes: missingScopesFor(tool),
        hasViews: views.length > 0,
      });
    for (const resource of resources) registerResource(server, resource, services);
    for (const prompt of prompts) registerPrompt(server, prompt, { tools, services });
    if (views.length > 0) {
      registerViews(server, views, services.logger);
      serveLists(server, { tools, settings, resources, views });
    }
    return server;
  };
}

function registerTool(
  server: McpServer,
  tool: ToolDefinition,
  {
    services,
    signedState,
    missingScopes,
    hasViews,
  }: {
    services: ToolServices;
    signedState: SignedState;
    missingScopes: MissingScopes | undefined;
    hasViews: boolean;
  },
): void {
  const { name, title, description } = tool;
  const inputSchema = standardSchemaOf(() => toolListing(tool).inputSchema);
  // Clients require structured content where an output schema is listed.
  const output = hasOutputSchema(tool, services.settings)
    ? { outputSchema: standardSchemaOf(() => toolListing(tool).outputSchema) }
    : {};
  // Listed, so that a client knows what a token with more scopes allows; a call of it is answered with 403.
  const challenge: ScopeChallengeHandler = ({ authInfo }) => {
    const scopes = missingScopes?.(authInfo);
    return scopes && { scopes };
  };
  const scopeChallenge = missingScopes ? { scopeChallenge: challenge } : {};
  const config = { title, description, annotations: toolAnnotations(tool), inputSchema, ...output, ...scopeChallenge };
  server.registerTool(name, config, async (args, context) => {
    // Views also call tools that have none, and show what these ask.
    const views = hasViews && clientDrawsViews(server, context);
    const scope = {
      ...scopeOf(context),
      ...(views ? { views } : {}),
      ...(tool.spoken ? {} : { elicitation: elicitationOf(server, context) }),
    };
    const outcome = await callTool(tool, args, services, await withCaller(scope, services));
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
  const has = (name: string) => tools.some((tool) => tool.name === name);
  server.registerPrompt(prompt.name, config, async (given) => {
    const { timeZone: zone } = await currentSettings(services);
    return promptResult(prompt, given, { zone, has });
  });
}
