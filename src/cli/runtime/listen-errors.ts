import { createServer } from 'node:net';
import { CommandError } from '../../config/usage-error.ts';

/**
 * Listens for a moment, so that a start that fails because of its port has created no database.
 * @throws CommandError
 */
export async function requireFreeAddress({ host, port }: { host: string; port: number }): Promise<void> {
  const server = createServer();
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host, port, exclusive: true }, resolve);
  });
  await explainListenError(listening, port);
  await new Promise((resolve) => server.close(resolve));
}

/** Maps common errors of `listen` to messages that suggest a fix. @throws CommandError */
export async function explainListenError<T>(server: Promise<T>, port: number): Promise<T> {
  try {
    return await server;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new CommandError(`Port ${port} is in use. Choose another: --port 0 takes a free one.`, { cause: error });
    if (code === 'EACCES')
      throw new CommandError(`Port ${port} may not be used by this user. Choose one above 1023, such as --port 8787.`);
    if (code === 'EADDRNOTAVAIL')
      throw new CommandError('This machine does not have the address of --host. Use 127.0.0.1.');
    throw error;
  }
}
