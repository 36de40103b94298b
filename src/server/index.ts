import { McpServer, type McpServerFactory, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { annotationsOf, callTool, type ToolDefinition, type ToolServices } from '../tools/index.ts';
import { instructions } from './instructions.ts';
import { advertised } from './schema.ts';

interface Prepared {
  tool: ToolDefinition;
  inputSchema: StandardSchemaWithJSON;
  outputSchema: StandardSchemaWithJSON;
}

/** Schemas by tool, converted once for all servers of this process. */
const prepared = new WeakMap<ToolDefinition, Prepared>();

function prepare(tool: ToolDefinition): Prepared {
  const known = prepared.get(tool);
  if (known) return known;
  const made = { tool, inputSchema: advertised(tool.input, 'input'), outputSchema: advertised(tool.output, 'output') };
  prepared.set(tool, made);
  return made;
}

export interface ServerOptions {
  /** The tools offered, in order. */
  tools: readonly ToolDefinition[];
  services: ToolServices;
}

/** Makes the factory that both transports build servers with: once a connection over stdio, once a request over HTTP. */
export function serverFactory({ tools, services }: ServerOptions): McpServerFactory {
  const { settings } = services;
  const info = { name: 'rcpt-mcp', title: 'Receptionist', version: settings.version };
  const options = { capabilities: { tools: { listChanged: false } }, instructions: instructions(settings, tools) };
  return () => {
    const server = new McpServer(info, options);
    for (const { tool, inputSchema, outputSchema } of tools.map(prepare)) {
      const { title, description } = tool;
      const annotations = annotationsOf(tool);
      server.registerTool(
        tool.name,
        { title, description, inputSchema, outputSchema, annotations },
        async (args, context) => ({
          ...(await callTool(tool, args, services, { signal: context.mcpReq.signal })),
        }),
      );
    }
    return server;
  };
}
