import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, PROGRAM, type RunningProgram, startProcess } from '../support/program.ts';

/** The first process of a container: the kernel passes over signals that it does not ask for. */
const AS_FIRST = ['unshare', '-Urpf', '--kill-child'];
const can = spawnSync('unshare', [...AS_FIRST.slice(1), 'true'], { stdio: 'ignore' }).status === 0;
const home = temporaryFolder();
const env = cleanEnvironment(home, { RCPT_DATABASE: ':memory:' });
const programs: RunningProgram[] = [];
afterAll(() => {
  for (const { child } of programs) child.kill('SIGKILL');
  rmSync(home, { recursive: true });
});

function start(...args: string[]): RunningProgram {
  const program = startProcess([...AS_FIRST, process.execPath, PROGRAM, ...args], env);
  programs.push(program);
  return program;
}

/** Of the process that another one runs in a name space, which passes on nothing. */
function terminate(outer: number | undefined): void {
  const [first] = readFileSync(`/proc/${outer}/task/${outer}/children`, 'utf8').split(' ');
  if (first) process.kill(Number(first), 'SIGTERM');
}

describe.skipIf(!can)('as the first process of a container', () => {
  it.each([
    ['stdio', [], '{"jsonrpc":"2.0","id":1,"method":"ping"}\n', /"id":1/],
    ['http', ['http', '--port', '0'], '', /Press Ctrl-C to stop/],
  ] as const)('%s ends when it is told to', async (_name, args, input, running) => {
    const program = start(...args);
    program.child.stdin?.write(input);
    await program.until(running);
    terminate(program.child.pid);
    expect(await program.ended).toBe(0);
  });

  it('ends before it serves, too', async () => {
    // A database that takes the connection and never says a word.
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const connected = once(silent, 'connection');
    const { port } = silent.address() as AddressInfo;
    const database = `postgres://receptionist@127.0.0.1:${port}/receptionist?connect_timeout=300`;
    const program = start('platform', '--port', '0', '--database', database);
    const [socket] = await connected;
    terminate(program.child.pid);
    expect(await program.ended).toBe(143);
    socket.destroy();
    silent.close();
    expect(program.output.stdout).toBe('');
  });
});
