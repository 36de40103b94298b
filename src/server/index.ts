import { McpServer, type McpServerFactory, type ServerContext, type Variables } from '@modelcontextprotocol/server';
import type { JsonObject } from '../lib/json.ts';
import {
  type Annotations,
  annotationsOf,
  type CallScope,
  callTool,
  type ToolDefinition,
  type ToolServices,
} from '../tools/index.ts';
import { ask, askingOf } from './ask.ts';
import { CACHE_HINTS } from './cache.ts';
import { completersFor } from './completion/index.ts';
import { iconsOf } from './icons.ts';
import { instructions } from './instructions.ts';
import { type OfferedPrompt, offeredPrompts, promptResult } from './prompts/index.ts';
import { type OfferedResource, offeredResources, readResource } from './resources/index.ts';
import { advertised, inputJsonSchema, outputJsonSchema } from './schema.ts';

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
    annotations: annotationsOf(tool),
  };
  listings.set(tool, listing);
  return listing;
}

export interface ServerOptions {
  /** The tools offered, in order. */
  tools: readonly ToolDefinition[];
  services: ToolServices;
}

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
  return { signal: context.mcpReq.signal, notify: progressOf(context) };
}

/** Makes the factory that both transports build servers with: once a connection over stdio, once a request over HTTP. */
export function serverFactory({ tools, services }: ServerOptions): McpServerFactory {
  const { settings } = services;
  const info = { name: 'rcpt-mcp', title: 'Receptionist', version: settings.version, icons: iconsOf('calls') };
  const completers = completersFor(tools, services);
  const resources = offeredResources(tools, completers);
  const prompts = offeredPrompts(tools, completers);
  // Nothing that is offered changes while the process runs: no notification is announced that is never sent.
  const fixed = { listChanged: false };
  const capabilities = {
    tools: fixed,
    ...(resources.length > 0 ? { resources: fixed } : {}),
    ...(prompts.length > 0 ? { prompts: fixed } : {}),
  };
  const options = { capabilities, instructions: instructions(settings, tools), cacheHints: CACHE_HINTS };
  return () => {
    const server = new McpServer(info, options);
    for (const tool of tools) registerTool(server, tool, services);
    for (const resource of resources) registerResource(server, resource, services);
    for (const prompt of prompts) registerPrompt(server, prompt, { tools, services });
    return server;
  };
}

function registerTool(server: McpServer, tool: ToolDefinition, services: ToolServices): void {
  const { name, inputSchema, outputSchema, ...config } = toolListing(tool);
  // Clients insist on structured content where an output schema is announced.
  const output = services.settings.output === 'text' ? {} : { outputSchema: advertised(outputSchema) };
  server.registerTool(name, { ...config, inputSchema: advertised(inputSchema), ...output }, async (args, context) => {
    const outcome = await callTool(tool, args, services, { ...scopeOf(context), asking: askingOf(server, context) });
    return 'question' in outcome ? ask(outcome) : { ...outcome };
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
