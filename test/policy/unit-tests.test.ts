import { ChildProcess, spawn } from 'node:child_process';
import { connect, Server, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { unitTests } from '../support/unit-tests.ts';

// It walks the imports of every test.
it('test:unit includes tests of pure functions and excludes tests that start a program, a server or PostgreSQL', {
  timeout: 120_000,
}, async () => {
  const files = await unitTests();
  expect(files).toEqual(
    expect.arrayContaining([
      'test/contract/plain.test.ts',
      'test/lib/time.test.ts',
      'test/platform/demo/demo.test.ts',
      'test/tools/sort-key.test.ts',
    ]),
  );
  // They use the built program, PostgreSQL, HTTP on loopback, a git process, and a socket.
  expect(files).not.toContain('test/server/resources.test.ts');
  expect(files).not.toContain('test/platform/postgres/waiting.test.ts');
  expect(files).not.toContain('test/api/client.test.ts');
  expect(files).not.toContain('test/policy/tree.test.ts');
  expect(files).not.toContain('test/lib/serve.test.ts');
});

it('the setup of test:unit blocks connections, servers and processes, even those that a package starts', async () => {
  const { connect: open } = Socket.prototype;
  const { listen } = Server.prototype;
  const start = Object.getOwnPropertyDescriptor(ChildProcess.prototype, 'spawn') as PropertyDescriptor;
  try {
    await import('../support/without-network.ts');
    expect(() => connect(1, '127.0.0.1')).toThrow(/must not open a connection/);
    expect(() => new Server().listen(0)).toThrow(/must not listen/);
    expect(() => spawn(process.execPath, ['--version'])).toThrow(/must not start a process/);
    const error = await fetch('http://127.0.0.1:49151/').catch((reason: Error) => reason.cause);
    expect(String(error)).toMatch(/must not open a connection/);
  } finally {
    Socket.prototype.connect = open;
    Server.prototype.listen = listen;
    Object.defineProperty(ChildProcess.prototype, 'spawn', start);
  }
});
