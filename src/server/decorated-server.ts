import { type McpRequestContext, McpServer, type Transport } from '@modelcontextprotocol/server';

/** Wraps the transport that a server is about to be connected to, such as to trace its messages. */
export type DecorateTransport = (transport: Transport) => Transport;

/** Makes the server of one HTTP request. `decorate` wraps the transport that the SDK makes for the request. */
export type ServerFactory = (context: McpRequestContext, decorate?: DecorateTransport) => McpServer;

/** A server that wraps each transport it is connected to: over HTTP, the SDK makes the transport and connects it. */
export class DecoratedMcpServer extends McpServer {
  readonly #decorate: DecorateTransport;

  constructor(decorate: DecorateTransport, ...rest: ConstructorParameters<typeof McpServer>) {
    super(...rest);
    this.#decorate = decorate;
  }

  override connect(transport: Transport): Promise<void> {
    return super.connect(this.#decorate(transport));
  }
}
