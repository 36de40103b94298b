import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a port of the loopback address that no program listens at now. For programs that cannot choose one themselves (port 0). */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
