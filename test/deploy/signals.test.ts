import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { post } from '../support/guarded.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, PROGRAM, type RunningProgram, startProcess, startProgram } from '../support/program.ts';
import { startUpstream } from '../support/upstream.ts';

/** Runs a command as PID 1 of a container, for which the kernel ignores signals without a handler. */
const AS_PID_1 = ['unshare', '-Urpf', '--kill-child'];
const canUnshare = spawnSync('unshare', [...AS_PID_1.slice(1), 'true'], { stdio: 'ignore' }).status === 0;
const home = temporaryFolder();
const env = cleanEnvironment(home, { RCPT_DATABASE: ':memory:' });
const programs: RunningProgram[] = [];
afterAll(() => {
  for (const { child } of programs) child.kill('SIGKILL');
  rmSync(home, { recursive: true });
});

function start(...args: string[]): RunningProgram {
  const program = startProcess([...AS_PID_1, process.execPath, PROGRAM, ...args], env);
  programs.push(program);
  return program;
}

/** Terminates the process in the name space; the outer process does not forward signals. */
function terminate(outer: number | undefined): void {
  const [first] = readFileSync(`/proc/${outer}/task/${outer}/children`, 'utf8').split(' ');
  if (first) process.kill(Number(first), 'SIGTERM');
}

describe.skipIf(!canUnshare)('the program as PID 1 of a container', () => {
  it.each([
    ['stdio', [], '{"jsonrpc":"2.0","id":1,"method":"ping"}\n', /"id":1/],
    ['http', ['http', '--port', '0'], '', /Press Ctrl-C to stop/],
  ] as const)('%s exits with 0 after SIGTERM', async (_name, args, input, running) => {
    const program = start(...args);
    program.child.stdin?.write(input);
    await program.until(running);
    terminate(program.child.pid);
    expect(await program.ended).toBe(0);
  });

  it('exits after SIGTERM even before it serves', async () => {
    // A database that accepts the connection and does not answer.
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

it.skipIf(process.platform === 'win32')('a second signal ends the server at once, and the log says so', async () => {
  let asked: (() => void) | undefined;
  const arrived = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const upstream = await startUpstream(() => asked?.());
  const server = startProgram(['http', '--port', '0', '--log-level', 'silent'], {
    ...cleanEnvironment(home),
    RCPT_BASE_URL: upstream.url,
    RCPT_API_KEY: 'sk_live_x',
  });
  programs.push(server);
  const [url] = await server.until(/http:\/\/\S+\/mcp/);
  const call = post(url, {}, 'tools/call', { name: 'get_booking', arguments: { booking_id: 'bk_1' } });
  await arrived;
  server.child.kill('SIGTERM');
  // The server accepts no connection once it has the first signal.
  await expect
    .poll(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(false);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(1);
  expect(server.output.stderr).toMatch(/the shutdown ends now, at a second signal: calls that still run are cut off/);
  await expect(call.then((answer) => answer.text())).rejects.toThrow();
  await upstream.close();
});
