import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoDatabase } from '../support/demo-database.ts';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';
import { type Front, legacyCall, modernCall, startFront } from './support/front.ts';
import { rawPost, sendRaw } from './support/raw.ts';

/** The attacker tries to inject forged lines into the log, the audit log or the metrics (log injection, CWE-117). */
const LINE = '{"time":"2026-01-01T00:00:00.000Z","level":"error","message":"forged"}';
const FORGERIES = [
  `x\n${LINE}`,
  `x\r\n${LINE}\r\n`,
  `x\r${LINE}`,
  `x\u0085${LINE}`,
  `x\u2028${LINE}\u2029`,
  `x","level":"error","message":"forged`,
  `\u001b[2K\u001b[1Gforged\u001b[0m`,
  '\u001b]0;forged\u0007\u001b]8;;https://evil.example.com\u0007x\u001b]8;;\u0007\u001b]52;c;Zm9yZ2Vk\u0007',
  '\u009b2Kforged\u009d0;x\u009c',
  '\u202edegrof\u202c \u2066x\u2069',
  '\b\b\b\b\b\b\b\bforged\u007f',
  'x\u0000forged',
  '%0a%0dforged',
  `x"} ${LINE}`,
  'rcpt_http_requests_total{route="forged"} 1',
  'forged'.padEnd(20_000, '\n'),
];

const PATH_SECRET = 'p4th'.repeat(6);
const folder = temporaryFolder();
const audit = join(folder, 'audit.jsonl');
let front: Front;
let token: string;
beforeAll(async () => {
  const args = ['--log-level', 'debug', '--trusted-proxies', '192.0.2.1', '--webhooks', '--audit', audit];
  front = await startFront('token', args, { RCPT_WEBHOOK_PATH_SECRET: PATH_SECRET });
  token = await front.token('one');
});
afterAll(async () => {
  await front?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Asserts that a text has no control or format characters and that each line is a JSON object. Returns the objects. */
function parseLines(text: string): Record<string, unknown>[] {
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|[\u2028\u2029]/u);
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Makes a text a valid header value. */
const toHeaderValue = (text: string) => text.replace(/[\r\n\0]/g, ' ').slice(0, 1_000);

it('the log contains no line and no text injected by a client', async () => {
  const authorization = `Bearer ${token}`;
  for (const forged of FORGERIES) {
    const value = toHeaderValue(Buffer.from(forged).toString('latin1'));
    const headers = [
      ...['X-Request-Id', 'X-Forwarded-For', 'Traceparent', 'Tracestate', 'User-Agent', 'Referer', 'Mcp-Session-Id'],
      ...['Mcp-Method', 'Mcp-Name', 'MCP-Protocol-Version', 'Last-Event-Id', 'Forwarded'],
    ];
    const { body } = legacyCall('get_booking', { booking_id: forged });
    const common = `Authorization: ${authorization}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    // All headers together, then separately those that choose between the fast path and the SDK.
    for (const names of [headers, ['X-Request-Id'], ['Mcp-Method', 'Mcp-Name'], ['MCP-Protocol-Version']]) {
      const head = rawPost(common + names.map((name) => `${name}: ${value}\r\n`).join(''), '');
      await sendRaw(front.url, Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]));
    }
    const info = JSON.stringify({ name: forged, version: forged });
    for (const { headers: common, body: sent } of [
      legacyCall('cancel_booking', { booking_id: forged }),
      legacyCall('create_contact', { name: forged, email: 'a@example.com', allow_duplicate: true }),
      modernCall('get_booking', { booking_id: forged }, { info }),
      {
        ...legacyCall('', {}),
        body: JSON.stringify({ jsonrpc: '2.0', id: forged, method: forged, params: { [forged]: 1 } }),
      },
      {
        ...legacyCall('', {}),
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: forged } }),
      },
      {
        ...legacyCall('', {}),
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: forged } }),
      },
      { ...legacyCall('', {}), body: forged },
    ]) {
      await (await fetch(front.url, { method: 'POST', headers: { ...common, authorization }, body: sent })).text();
    }
    await fetch(new URL(`/${encodeURIComponent(forged.slice(0, 500))}`, front.url));
    const delivery = JSON.stringify({ type: forged, id: forged, data: { booking: { id: forged } } });
    for (const path of [`/webhooks/${PATH_SECRET}`, `/webhooks/${encodeURIComponent(forged.slice(0, 500))}`]) {
      const common = { 'content-type': 'application/json', 'webhook-id': encodeURIComponent(forged.slice(0, 100)) };
      await fetch(new URL(path, front.url), { method: 'POST', headers: common, body: delivery });
    }
  }
  const lines = parseLines(front.program.output.stderr);
  expect(lines.length).toBeGreaterThan(FORGERIES.length);
  for (const line of lines) {
    expect(line.message).not.toMatch(/forged/);
    // No sent text in any form. Exception: record ids in events that the platform itself delivered.
    if (line.message === 'event') continue;
    expect(JSON.stringify(line)).not.toMatch(/forged|degrof|evil\.example|Zm9yZ2Vk/);
    expect(JSON.stringify(line).length).toBeLessThan(5_000);
  }
  expect(front.program.output.stderr).not.toContain(token);
});

it('the audit log contains only genuine begin and end lines of write calls', () => {
  const lines = parseLines(readFileSync(audit, 'utf8'));
  expect(lines.length).toBeGreaterThan(0);
  for (const { event, tool, principal } of lines) {
    expect(['begin', 'end']).toContain(event);
    expect(['cancel_booking', 'create_contact']).toContain(tool);
    expect(principal).toBe('one');
  }
});

it('the metrics contain no name or label from client input', async () => {
  const text = await (await fetch(new URL('/metrics', front.url))).text();
  expect(text).toContain('rcpt_http_requests_total');
  expect(text).not.toMatch(/forged|evil|[^\P{Cc}\n]/u);
});

it('the log of rcpt-mcp platform contains no injected lines', async () => {
  const env = cleanEnvironment(folder, { RCPT_LOG_LEVEL: 'debug' });
  const program = startProgram(['platform', '--port', '0', '--database', demoDatabase(folder)], env);
  const [url] = await program.until(/http:\/\/[\d.:]+/);
  for (const forged of FORGERIES) {
    const path = `/api/v1/bookings/${encodeURIComponent(forged.slice(0, 500))}`;
    const headers = {
      'x-request-id': toHeaderValue(forged).replace(/[^\x20-\x7e]/g, ''),
      authorization: 'Bearer forged',
    };
    expect((await fetch(url + path, { headers })).status).toBe(401);
    await fetch(`${url}/${encodeURIComponent(forged.slice(0, 500))}`);
  }
  await program.stop();
  expect(parseLines(program.output.stderr).map(({ message }) => message)).not.toContain('forged');
});
