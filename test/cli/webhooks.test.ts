import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpClient } from '../platform/support/client.ts';
import { eventually, notificationOf } from '../platform/support/salon.ts';
import { demoDatabase } from '../support/demo-database.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, type RunningProgram, runProgram, startProgram } from '../support/program.ts';
import { json, startUpstream, type Upstream } from '../support/upstream.ts';

const home = temporaryFolder();
const env = cleanEnvironment(home);
let program: RunningProgram;
let target: Upstream;
let webhook: string;
let subscribe: (url: string) => Promise<string>;
beforeAll(async () => {
  target = await startUpstream();
  program = startProgram(['platform', '--port', '0'], env);
  const url = (await program.until(/(http:\S+)\/api\/v1/))[1] ?? '';
  const key = (await program.until(/sk_live_\w+/))[0];
  const send = httpClient(url);
  subscribe = async (to) => {
    const answer = await send('POST', '/v1/webhooks', { key, body: { url: to, events: ['call.completed'] } });
    return String(answer.body.data.id);
  };
  webhook = await subscribe(`${target.url}/${'long/'.repeat(30)}`);
});
afterAll(async () => {
  await program.stop();
  await target.close();
  rmSync(home, { recursive: true, force: true });
});

const run = async (...words: string[]) => runProgram(['platform', 'webhooks', ...words], env);
const lines = (output: string) => output.trimEnd().split('\n');

describe('rcpt-mcp platform webhooks', () => {
  it('the running platform delivers the event of a call that another process adds', async () => {
    const { stdout } = await runProgram(['calls', 'simulate'], env);
    const [, call] = stdout.match(/Call (\S+):/) ?? [];
    await eventually(() => target.received.map((request) => notificationOf(request).data.id)).toEqual([call]);
  });

  it('list without webhooks says how they are made', async () => {
    const words = ['list', '--database', demoDatabase(home)];
    expect((await run(...words)).stdout).toBe(
      'There are no webhooks. POST /v1/webhooks makes one, and so does the tool manage_webhooks.\n',
    );
    expect((await run(...words, '--json')).stdout).toBe('[]\n');
  });

  it('list and log show deliveries and their results', async () => {
    await eventually(async () => (await run('log', webhook)).stdout).toMatch(/\d ms|200/);
    const log = lines((await run('log', webhook)).stdout);
    expect(log).toHaveLength(3);
    expect(log[2]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}evt_\w{16} {2}call\.completed +\d+ +200$/);
    const list = lines((await run('list')).stdout);
    expect(list[2]).toMatch(new RegExp(`^${webhook}  yes +0 +0 +20\\S+ \\S+ +200 +http://127`));
  });

  it('ping sends a signed event immediately, and fails if the receiver does not accept it', async () => {
    const good = await run('ping', webhook);
    expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('The ping was accepted: 200') });
    const ping = target.received.at(-1);
    expect(ping?.headers['webhook-signature']).toMatch(/^v1,/);
    expect(ping && notificationOf(ping)).toMatchObject({ type: 'ping', data: { webhook_id: webhook } });
    target.behave(json(500, {}));
    const bad = await run('ping', webhook);
    expect(bad).toMatchObject({ code: 1, stderr: expect.stringContaining('The ping was not accepted: 500') });
    expect((await run('log', webhook, '--limit', '1')).stdout).toMatch(/ ping +\d+ +500$/m);
    target.behave(json(200, {}));
  });

  it('ping sends nothing to this computer with --loopback-webhooks=false, like the server', async () => {
    const before = target.received.length;
    const settings = { ...env, RCPT_LOOPBACK_WEBHOOKS: 'false' };
    const results = [
      await run('ping', webhook, '--loopback-webhooks=false'),
      await runProgram(['platform', 'webhooks', 'ping', webhook], settings),
    ];
    for (const { code, stderr } of results) {
      expect(code).toBe(1);
      expect(stderr).toContain('The ping was not accepted: address_refused');
    }
    expect(target.received).toHaveLength(before);
  });

  it('redeliver makes the running platform send one event again, or all failed ones', async () => {
    const [first] = target.received;
    const id = first ? notificationOf(first).id : '';
    const before = target.received.length;
    expect(await run('redeliver', id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 delivery is queued again.'),
    });
    await eventually(() => target.received.length).toBe(before + 1);
    expect(target.received.at(-1)?.headers['webhook-id']).toBe(id);

    const dead = await startUpstream(json(410, {}));
    const other = await subscribe(dead.url);
    await runProgram(['calls', 'simulate'], env);
    await eventually(async () => (await run('list')).stdout).toContain(`${other} has been disabled since`);
    expect((await run('list')).stdout).toContain('its server answered 410: gone');
    for (const [words, message] of [
      [[other, id], `There is no event ${other}: only the id of an event takes that of a webhook after it.`],
      [[id, other], `The webhook ${other} is disabled: its server answered 410: gone. Redeliver ${other} alone`],
      [[id, 'wh_nope'], 'There is no webhook wh_nope. Nothing was changed.'],
    ] as const)
      expect(await run('redeliver', ...words)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    const listed = JSON.parse((await run('list', '--json')).stdout) as object[];
    expect(listed).toContainEqual(expect.objectContaining({ id: other, active: false, pending: 0, failed: 1 }));
    expect(listed).toContainEqual(
      expect.objectContaining({ id: webhook, url: expect.stringMatching(/(long\/){30}$/), events: ['call.completed'] }),
    );
    dead.behave(json(200, {}));
    expect((await run('redeliver', other)).stdout).toContain('1 delivery is queued again.');
    await eventually(async () => (await run('list')).stdout).toMatch(new RegExp(`${other}  yes +0 +0`));
    expect(dead.received).toHaveLength(2);
    await dead.close();
  });

  it('redeliver after a repair sends what waits for its next attempt, and says how many', async () => {
    const broken = await startUpstream(json(503, {}, { 'retry-after': '3600' }));
    const repaired = await subscribe(broken.url);
    await runProgram(['calls', 'simulate'], env);
    await eventually(async () => (await run('log', repaired)).stdout).toMatch(/ 503$/m);
    broken.behave(json(200, {}));
    const { code, stdout } = await run('redeliver', repaired);
    expect([code, lines(stdout)]).toEqual([
      0,
      [
        '1 delivery that waited for the next attempt is due now.',
        'The platform that runs on this database sends them, immediately or when it is started.',
      ],
    ]);
    await eventually(() => broken.received.length).toBe(2);
    await eventually(async () => (await run('log', repaired)).stdout).toMatch(/ 200$/m);
    expect(lines((await run('redeliver', repaired)).stdout)).toEqual([
      '0 deliveries are queued again.',
      'Nothing is queued for disabled webhooks, nor what is due or being sent already.',
    ]);
    await broken.close();
  });

  it.each([
    [[], 2, 'platform webhooks needs one of list, log, redeliver, ping'],
    [['lost'], 2, 'There is no command "platform webhooks lost". Did you mean rcpt-mcp platform webhooks list?'],
    [['purge'], 2, 'platform webhooks needs one of list, log, redeliver, ping'],
    [['log'], 2, 'platform webhooks log needs ID. Usage: rcpt-mcp platform webhooks log ID.'],
    [['log', 'wh_0'], 1, 'There is no webhook wh_0'],
    [['ping', 'wh_0'], 1, 'There is no webhook wh_0'],
    [['redeliver', 'evt_0', 'wh_0'], 1, 'There is no event evt_0: only the id of an event takes that of a webhook'],
    [['redeliver', 'evt_0'], 1, 'There is nothing to redeliver for evt_0'],
    [['redeliver', 'a', 'b', 'c'], 2, 'platform webhooks redeliver takes no further arguments after ID WEBHOOK_ID'],
  ])('rejects the arguments %j with advice', async (words, code, message) => {
    expect(await run(...words)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });

  it('rejects an unknown word after rcpt-mcp platform', async () => {
    expect(await runProgram(['platform', 'webhook'], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'There is no command "platform webhook". Did you mean rcpt-mcp platform webhooks?',
      ),
    });
  });
});
