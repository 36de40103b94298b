import { McpServer, type McpServerFactory, type ServerContext } from '@modelcontextprotocol/server';
import type { JsonObject } from '../lib/json.ts';
import {
  type Annotations,
  annotationsOf,
  type CallScope,
  callTool,
  type ToolDefinition,
  type ToolServices,
} from '../tools/index.ts';
import { instructions } from './instructions.ts';
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

/** Makes the factory that both transports build servers with: once a connection over stdio, once a request over HTTP. */
export function serverFactory({ tools, services }: ServerOptions): McpServerFactory {
  const { settings } = services;
  const info = { name: 'rcpt-mcp', title: 'Receptionist', version: settings.version };
  const options = { capabilities: { tools: { listChanged: false } }, instructions: instructions(settings, tools) };
  return () => {
    const server = new McpServer(info, options);
    for (const tool of tools) {
      const { name, inputSchema, outputSchema, ...config } = toolListing(tool);
      const schemas = { inputSchema: advertised(inputSchema), outputSchema: advertised(outputSchema) };
      server.registerTool(name, { ...config, ...schemas }, async (args, context) => ({
        ...(await callTool(tool, args, services, { signal: context.mcpReq.signal, notify: progressOf(context) })),
      }));
    }
    return server;
  };
}
