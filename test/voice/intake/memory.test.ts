import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { MAX_REPORT_BYTES } from '../../../src/lib/http/body-sizes.ts';
import { openPlatform } from '../../../src/platform/index.ts';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import { sendSimultaneously } from '../../attacks/support/large-bodies.ts';
import { MAX_MIB } from '../../attacks/support/memory.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, type RunningProgram, startProgram } from '../../support/program.ts';
import { endedCall, type GenericSource, genericSource } from '../support/generic-source.ts';

/** The largest bodies, many at a time. The memory of the built program stays bounded, and small reports are stored. */
const UNSIGNED = 256;
/** Several times as many as are received at once. */
const GENUINE = 40;
const LOCKED_MS = 1_500;
const NODE = { NODE_OPTIONS: '--max-old-space-size=112' };
let program: RunningProgram;
let folder: string;
let source: GenericSource;
let address: string;
let database: string;
let webhook: Webhook;

async function start(command: string): Promise<void> {
  folder = temporaryFolder();
  database = join(folder, 'platform.db');
  const platform = await openPlatform({ database, demo: false, deliveries: false });
  const { source: added, secret } = await platform.callSources.add({ vendor: 'generic', name: 'front desk' });
  await platform.close();
  program = startProgram([command, '--port', '0', '--database', database], cleanEnvironment(folder, NODE));
  const url = (await program.until(/http:\/\/127\.0\.0\.1:\d+/))[0];
  await program.until(/Ctrl-C/);
  address = `${url}/api/intake/${added.id}`;
  source = genericSource(address, added.id, secret?.reveal() ?? '');
  webhook = new Webhook(secret?.reveal() ?? '');
}

afterEach(async () => {
  await program?.stop();
  rmSync(folder, { recursive: true });
});

/** The largest resident memory since the start, in MiB. */
function peakMiB(): number {
  const status = readFileSync(`/proc/${program.child.pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024);
}

/** A report of the largest size whose parts are as many as they can be. */
function largestReport(id: string): string {
  const turns = Array.from({ length: 19_000 }, () => ({ speaker: 'caller', text: 'x'.repeat(60), offset_seconds: 1 }));
  const body = JSON.stringify(endedCall(id, { turns }));
  expect(body.length).toBeGreaterThan(0.9 * MAX_REPORT_BYTES);
  expect(body.length).toBeLessThan(MAX_REPORT_BYTES);
  return body;
}

function signed(body: string) {
  const at = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': webhook.sign('msg_1', at, body),
  };
  return { body, headers };
}

describe.skipIf(process.platform !== 'linux').each(['platform', 'http'])(
  'memory of `rcpt-mcp %s` stays under 200 MiB',
  { timeout: 120_000 },
  (command) => {
    it.each(['with a Content-Length', 'in chunks'] as const)(
      'refuses 256 simultaneous bodies of two megabytes %s without a signature',
      async (framing) => {
        await start(command);
        const statuses = sendSimultaneously(address, UNSIGNED, Buffer.alloc(MAX_REPORT_BYTES, 'x'), framing);
        expect((await source.send(endedCall('a'))).status).toBe(200);
        for (const status of new Set(await statuses)) expect([0, 401, 503]).toContain(status);
        expect(peakMiB()).toBeLessThan(MAX_MIB);
        expect((await source.send(endedCall('b'))).status).toBe(200);
      },
    );

    it('keeps 40 simultaneous genuine reports of the largest size while the database is locked', async () => {
      await start(command);
      const requests = Array.from({ length: GENUINE }, (_, index) => signed(largestReport(`large-${index}`)));
      const other = new (await loadSqlite())(database);
      other.exec('begin immediate');
      const sent = requests.map((request) =>
        fetch(address, { method: 'POST', ...request }).then(
          ({ status }) => status,
          // The rest of a refused body is not read.
          () => 0,
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, LOCKED_MS));
      other.exec('rollback');
      other.close();
      const statuses = await Promise.all(sent);
      expect(statuses).toContain(200);
      for (const status of new Set(statuses)) expect([0, 200, 503]).toContain(status);
      expect(peakMiB()).toBeLessThan(MAX_MIB);
      expect((await source.send(endedCall('b'))).status).toBe(200);
    });
  },
);
