import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type StartedPlatform, startPlatform, temporaryFolder } from '../../support/platform.ts';

/** The examples of docs/voice/generic.md that sign a report, as they are printed. */
const page = readFileSync(fileURLToPath(new URL('../../../docs/voice/generic.md', import.meta.url)), 'utf8');
const blocks = [...page.matchAll(/```(sh|js)\n(.*?)```/gs)].map(([, language, code = '']) => ({ language, code }));
const blockWith = (language: string, text: string) =>
  blocks.find((block) => block.language === language && block.code.includes(text))?.code ?? '';

let started: StartedPlatform;
let folder: string;
let address: string;
let secret: string;
beforeEach(async () => {
  started = await startPlatform();
  folder = temporaryFolder();
  const added = await started.platform.callSources.add({ vendor: 'generic', name: 'front desk' });
  address = `${started.url}/api/intake/${added.source.id}`;
  secret = added.secret?.reveal() ?? '';
});
afterEach(async () => {
  await started.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = promisify(execFile);
const log = async () => (await started.platform.callSources.log({ limit: 10 })) ?? [];

it('the example with curl and openssl reports a call', async () => {
  const env = { ...process.env, ADDRESS: address, SECRET: secret };
  const { stdout } = await run('sh', ['-eu', '-c', blockWith('sh', 'openssl')], { env });
  expect(JSON.parse(stdout)).toMatchObject({ received: true, understood: true });
  expect(await log()).toMatchObject([{ status: 'understood', callReference: 'demo-1' }]);
});

it('the example for Node reports a call, and fails for a wrong secret without a repetition', async () => {
  const file = join(folder, 'report-call.mjs');
  writeFileSync(file, blockWith('js', 'createHmac'));
  const { reportCall } = await import(pathToFileURL(file).href);
  const report = { call_id: 'demo-2', turns: [{ speaker: 'caller', text: 'Hello', offset_seconds: 1 }] };
  expect(await reportCall(address, secret, report)).toMatchObject({ received: true, understood: true });
  expect(await log()).toMatchObject([{ status: 'understood', callReference: 'demo-2' }]);
  const other = `whsec_${Buffer.alloc(24).toString('base64')}`;
  await expect(reportCall(address, other, report)).rejects.toThrow('401');
});
