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
  silent.close();
  rmSync(home, { recursive: true });
});

it.skipIf(!HAS_TERMINAL)(
  'a server shows on a terminal what it does if its start takes long, and nothing in a log',
  async () => {
    const { port } = silent.address() as AddressInfo;
    const database = `postgres://receptionist@127.0.0.1:${port}/receptionist?connect_timeout=300`;
    const args = ['http', '--port', '0', '--database', database];
    const env = cleanEnvironment(home);
    const inLog = startProgram(args, env);
    const onTerminal = startOnTerminal(args, env);
    await onTerminal.until(/Opening the database … [12] s/);
    await expect.poll(() => sockets.length).toBe(2);
    expect(inLog.output).toEqual({ stdout: '', stderr: '' });
    // The line is removed before the next one.
    for (const socket of sockets) socket.destroy();
    expect(await onTerminal.ended).toBe(1);
    expect(onTerminal.output.stdout).toContain('\r\u001b[Krcpt-mcp: The database');
    expect(await inLog.ended).toBe(1);
    expect(inLog.output.stderr).toMatch(/^rcpt-mcp: The database[^\n]*\n$/);
  },
);
