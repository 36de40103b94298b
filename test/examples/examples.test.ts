import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signed } from '../support/deliveries.ts';
import { freePort } from '../support/free-port.ts';
import {
  cleanEnvironment,
  PROGRAM,
  type RunningProgram,
  runProgram,
  startProcess,
  startProgram,
} from '../support/program.ts';

/** Runs the programs in examples/ with the built rcpt-mcp, which `npx -y rcpt-mcp` finds as an installed package. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const source = (name: string) => join(root, 'examples', name, 'index.js');

const top = mkdtempSync(join(tmpdir(), 'rcpt-examples-'));
const folder = join(top, 'work');
beforeAll(() => {
  const bin = join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(PROGRAM, join(bin, 'rcpt-mcp'));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** An environment with an empty home folder, in which npx cannot download anything. */
function newHome(): Record<string, string> {
  const { PATH = '', ...env } = cleanEnvironment(mkdtempSync(join(top, 'home-')));
  return { ...env, PATH: `${dirname(process.execPath)}:${PATH}`, npm_config_offline: 'true' };
}

async function runExample(name: string, args: readonly string[], env: Record<string, string>) {
  const program = startProcess([process.execPath, source(name), ...args], env, folder);
  return { code: await program.ended, ...program.output };
}

describe('examples', () => {
  it('have dependencies that the repository installs, in the same versions', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const examples = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(examples).toHaveLength(3);
    for (const { name } of examples) {
      const manifest = JSON.parse(readFileSync(join(root, 'examples', name, 'package.json'), 'utf8'));
      expect(manifest).toMatchObject({ name, private: true });
      expect(devDependencies).toMatchObject(manifest.dependencies ?? {});
    }
  });
});

describe('examples/morning-report', () => {
  it('reports the appointments and promised callbacks that the tools return', async () => {
    const { code, stdout, stderr } = await runExample('morning-report', [], newHome());
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Tools used: list_bookings, find_follow_ups\n/);
    expect(stdout).toMatch(/## list_bookings\n\n(?:.*\n)?\d+ of \d+ matching bookings/);
    expect(stdout).toMatch(/## find_follow_ups[\s\S]+kind: callback; status: open/);
  });
});

describe('examples/import-contacts', () => {
  it('adds each customer once, however often it runs, and reports the line of one that is refused', async () => {
    const env = newHome();
    const customers = join(root, 'examples/import-contacts/customers.jsonl');
    const first = await runExample('import-contacts', [customers], env);
    expect(first.stdout, first.stderr).toMatch(/^(ct_\w+ added\n){3}3 added, 0 existed, 0 failed\n$/);
    expect(first.code).toBe(0);

    const more = join(folder, 'more.jsonl');
    const refused = '{"name":"Jo","email":"no address"}\nno JSON\n';
    writeFileSync(more, `${readFileSync(customers, 'utf8')}${refused}{"name":"Jo","email":"jo@example.com"}\n`);
    const second = await runExample('import-contacts', [more], env);
    expect(second.stdout).toMatch(/^(ct_\w+ exists\n){3}ct_\w+ added\n1 added, 3 existed, 2 failed\n$/);
    expect(second.stderr).toMatch(/more\.jsonl:4: .*email/);
    expect(second.stderr).toMatch(/more\.jsonl:5: .*JSON/);
    expect(second.code).toBe(1);
  });

  it('import-contacts without the name of a file ends with code 2', async () => {
    const { code, stderr } = await runExample('import-contacts', [], newHome());
    expect(code).toBe(2);
    expect(stderr).toContain('node index.js customers.jsonl');
  });
});

describe('examples/webhook-receiver', () => {
  let platform: RunningProgram;
  let receiver: RunningProgram;
  let env: Record<string, string>;
  let secret: string;
  let address: string;

  beforeAll(async () => {
    env = newHome();
    platform = startProgram(['platform', '--port', '0'], env);
    await platform.until(/Press Ctrl-C/);
    const [url] = await platform.until(/http:\/\/127\.0\.0\.1:\d+/);
    const [key] = await platform.until(/sk_live_\w+/);
    const port = await freePort();
    address = `http://127.0.0.1:${port}/`;
    const created = await fetch(`${url}/api/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: address, events: ['booking.created', 'call.completed'] }),
    });
    secret = ((await created.json()) as { data: { secret: string } }).data.secret;
    receiver = startProcess([process.execPath, source('webhook-receiver')], {
      ...env,
      PORT: String(port),
      WEBHOOK_SECRET: secret,
    });
    await receiver.until(/Waiting for events/);
  });
  afterAll(() => Promise.all([platform.stop(), receiver.stop()]));

  /** Sends a notification as the platform does. */
  async function send(id: string, options: { secret?: string; ageSeconds?: number; sent?: string } = {}) {
    const body = JSON.stringify({
      id,
      type: 'call.completed',
      time: '2199-01-02T03:04:05Z',
      data: { id: `call_${id}` },
    });
    const at = new Date(Date.now() - (options.ageSeconds ?? 0) * 1000);
    const headers = signed(body, { id, at, secrets: [options.secret ?? secret] });
    return (await fetch(address, { method: 'POST', headers, body: options.sent ?? body })).status;
  }

  it('prints an event that the platform delivers', async () => {
    const { code, stderr } = await runProgram(['calls', 'simulate'], env);
    expect(code, stderr).toBe(0);
    await receiver.until(/^\S+Z call\.completed call_\w+$/m);
  });

  it('handles a repeated notification once', async () => {
    expect([await send('evt_1'), await send('evt_1')]).toEqual([204, 204]);
    await receiver.until(/call_evt_1/);
    expect(receiver.output.stdout.match(/call_evt_1/g)).toHaveLength(1);
  });

  it('refuses another secret, another body, an old timestamp and a large body', async () => {
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    expect(await send('evt_2', { secret: other })).toBe(401);
    expect(await send('evt_2', { sent: '{}' })).toBe(401);
    expect(await send('evt_2', { ageSeconds: 301 })).toBe(401);
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await fetch(address, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413);
    expect((await fetch(address)).status).toBe(405);
    expect(receiver.output.stdout).not.toContain('evt_2');
  });

  it('names the variable of its secret', async () => {
    const { code, stderr } = await runExample('webhook-receiver', [], env);
    expect(code).toBe(2);
    expect(stderr).toContain('WEBHOOK_SECRET');
  });
});
