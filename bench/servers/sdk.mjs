/** The cost of the SDK as installed: its packages, unbundled, and one tool. */
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

serveStdio(() => {
  const server = new McpServer({ name: 'raw-sdk', version: '1.0.0' });
  const inputSchema = z.object({ thing_id: z.string().optional() });
  const config = { description: 'Gets a thing.', inputSchema };
  server.registerTool('get_thing', config, async () => ({ content: [{ type: 'text', text: '{}' }] }));
  return server;
});
