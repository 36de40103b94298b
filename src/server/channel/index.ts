/** Claude Code channels (research preview): new events wake the session over stdio. */
import type { McpRequestContext, McpServer } from '@modelcontextprotocol/server';
import type { ToolServices } from '../../tools/index.ts';
import { onClose } from '../subscriptions.ts';
import { CHANNEL_METHOD, createChannel } from './channel.ts';

/** Sends the new events to the client of a connection, from the end of its handshake until the connection closes. */
export function serveChannel({ server }: McpServer, era: McpRequestContext['era'], services: ToolServices): void {
  const channel = createChannel(services, ({ content, meta }) =>
    server.notification({ method: CHANNEL_METHOD, params: { content, meta } }),
  );
  onClose(server, channel.stop);
  // From 2026 on there is no handshake: the server is connected with the client's first request.
  if (era === 'modern') channel.start();
  else server.oninitialized = channel.start;
}
