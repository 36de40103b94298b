import { type McpRequestContext, McpServer, type Transport } from '@modelcontextprotocol/server';

/** Wraps a transport before a server is connected to it, for example to trace its messages. */
export type DecorateTransport = (transport: Transport) => Transport;

/** Creates the server of one HTTP request. `decorate` wraps the transport that the SDK creates for the request. */
export type ServerFactory = (context: McpRequestContext, decorate?: DecorateTransport) => McpServer;

/** A server that wraps each transport it is connected to: over HTTP, the SDK creates and connects the transport. */
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
