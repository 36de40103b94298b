import { afterAll, beforeAll, expect, it } from 'vitest';
import { runProgram } from '../../support/program.ts';
import { type HttpSession, startHttp } from '../../support/session.ts';
import { genericSource } from '../support/generic-source.ts';

/** What the operator of the built server sees of reports that it refuses, with the default log level. */
let server: HttpSession;
let source: string;
let secret: string;

beforeAll(async () => {
  server = await startHttp();
  const added = await runProgram(
    ['calls', 'sources', 'add', 'generic', '--name', 'desk', '--json'],
    server.environment,
  );
  ({
    secret,
    source: { id: source },
  } = JSON.parse(added.stdout));
});
afterAll(() => server?.close());

const sendForged = async () => {
  const headers = { 'webhook-id': 'x', 'webhook-timestamp': `${Math.floor(Date.now() / 1_000)}` };
  const answer = await fetch(new URL(`/api/intake/${source}`, server.url), {
    method: 'POST',
    headers: { ...headers, 'webhook-signature': 'v1,bm90IGdlbnVpbmU=' },
    body: '{"call_id":"canary"}',
  });
  expect(answer.status).toBe(401);
};
const lines = () => server.program.output.stderr.split('\n').filter((line) => line.includes('refused'));

it('a refused report of a call is one warning a minute, and counted under its route', async () => {
  for (let sent = 0; sent < 3; sent++) await sendForged();
  await expect.poll(lines).toHaveLength(1);
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({
    level: 'warn',
    message: 'reports of calls were refused',
    source,
    reason: 'wrong signature',
    count: 1,
  });
  expect(server.program.output.stderr).not.toContain('canary');
  const metrics = await (await fetch(new URL('/metrics', server.url))).text();
  expect(metrics).toContain('rcpt_http_requests_total{route="/api/intake",status="401"} 3\n');
  expect(metrics).not.toContain('route="other"');
  await sendForged();
  // Counts are stored after a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(lines()).toHaveLength(1);
});

it('a genuine report that is not understood is one warning a minute, and doctor counts it', async () => {
  const genuine = genericSource(new URL(`/api/intake/${source}`, server.url).href, source, secret);
  for (const event of ['canary.of.tomorrow', 'another'])
    expect((await genuine.send({ event, call_id: 'canary' })).status).toBe(202);
  const warnings = () => server.program.output.stderr.split('\n').filter((line) => line.includes('not understood'));
  await expect.poll(warnings).toHaveLength(1);
  expect(JSON.parse(warnings()[0] ?? '')).toMatchObject({
    level: 'warn',
    message: 'reports of calls were not understood',
    source,
    count: 1,
  });
  expect(server.program.output.stderr).not.toContain('canary');
  const { stdout } = await runProgram(['doctor', '--json'], server.environment);
  const found = JSON.parse(stdout).checks.filter(({ id }: { id: string }) => id === 'health.calls');
  expect(found).toContainEqual(
    expect.objectContaining({
      status: 'warning',
      summary: 'Reports of calls of the last day that were not understood: 2',
      fix: expect.stringContaining('calls sources log'),
    }),
  );
});
