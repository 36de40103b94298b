import { rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, startProgram } from '../../support/program.ts';
import { HAS_TERMINAL, startOnTerminal } from '../../support/terminal.ts';

/** A database that accepts connections and does not answer. */
const sockets: Socket[] = [];
const silent = createServer((socket) => void sockets.push(socket.on('error', () => {})));
const home = temporaryFolder();
beforeAll(() => new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  rmSync(home, { recursive: true });
});

it.skipIf(!HAS_TERMINAL)(
  'a server whose start takes long shows on a terminal what it does, and nothing in a log',
  async () => {
    const { port } = silent.address() as AddressInfo;
    const database = `postgres://receptionist@127.0.0.1:${port}/receptionist?connect_timeout=300`;
    const args = ['http', '--port', '0', '--database', database];
    const env = cleanEnvironment(home);
    const inLog = startProgram(args, env);
    await expect.poll(() => sockets.length).toBe(1);
    const onTerminal = startOnTerminal(args, env);
    await onTerminal.until(/Opening the database … 1 s/);
    await onTerminal.until(/Opening the database … 2 s/);
    expect(inLog.output).toEqual({ stdout: '', stderr: '' });
    await Promise.all([onTerminal.stop(), inLog.stop()]);
  },
);
