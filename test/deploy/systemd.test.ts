import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, PROGRAM, runProgram, startProgram } from '../support/program.ts';
import { read } from './dockerfile.ts';
import { expectKnownSettings } from './known.ts';

const unit = read('deploy/systemd/rcpt-mcp.service');
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
const STATE = '/var/lib/rcpt-mcp';
const environment = Object.fromEntries(
  read('deploy/systemd/rcpt-mcp.env')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => line.split(/=(.*)/s, 2) as [string, string]),
);

describe('deploy/systemd', () => {
  it('sets only options that the program knows, and keeps all files in the folder of the service', () => {
    expectKnownSettings('http', environment);
    for (const name of ['RCPT_DATABASE', 'RCPT_TOKENS', 'RCPT_AUDIT'])
      expect(environment[name]).toMatch(new RegExp(`^${STATE}/[\\w.]+$`));
    expect([setting('WorkingDirectory'), setting('StateDirectory')]).toEqual([STATE, 'rcpt-mcp']);
    expect(setting('EnvironmentFile')).toBe('/etc/rcpt-mcp.env');
  });

  it('the proxy of deploy/README.md requests /readyz, without which the alert on readiness counts nothing', () => {
    const [, caddyfile = ''] = /```caddyfile\n([\s\S]*?)```/.exec(read('deploy/README.md')) ?? [];
    expect(caddyfile).toMatch(/health_uri \/readyz\n\s+health_headers \{\n\s+Host localhost\n/);
  });

  it('serves the metrics that prometheus.yaml scrapes, and the proxy of deploy/README.md does not forward them', () => {
    expect(environment.RCPT_METRICS).toBe('true');
    expect(read('deploy/prometheus/prometheus.yaml')).toContain('127.0.0.1:8787');
    expect(read('deploy/README.md')).toContain('respond /metrics 404\n');
  });

  it('gives the server enough time to finish requests, and does not restart it with wrong settings', () => {
    expect(Number(setting('TimeoutStopSec'))).toBeGreaterThan(15);
    expect([setting('Restart'), setting('RestartPreventExitStatus')]).toEqual(['on-failure', '2']);
  });

  it.skipIf(process.platform === 'win32')('starts the program with the commands of deploy/README.md', async () => {
    const folder = temporaryFolder();
    try {
      const env = cleanEnvironment(folder);
      const practice = ['--yes', '--name=Bright Smile Dental'];
      const init = await runProgram(
        ['business', 'init', '--database', './receptionist.db', ...practice],
        env,
        '',
        folder,
      );
      expect(init.code, init.stderr).toBe(0);
      const words = ['tokens', 'create', '--tokens', './tokens.jsonl', '--name', 'front desk'];
      expect((await runProgram(words, env, '', folder)).code).toBe(0);
      const settings = Object.entries(environment).map(([name, value]) => [name, value.replace(STATE, folder)]);
      const [name, ...args] = setting('ExecStart')?.split(' ') ?? [];
      expect(name).toBe('rcpt-mcp');
      const program = startProgram(args, { ...env, ...Object.fromEntries(settings), RCPT_PORT: '0' }, [], folder);
      const [started] = await program.until(/^rcpt-mcp [\s\S]*Press Ctrl-C to stop/);
      expect(started).toContain('Bright Smile Dental, on the embedded platform');
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(started) ?? [];
      expect((await fetch(`${origin}/metrics`)).status).toBe(200);
      expect(await program.stop(), program.output.stderr).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

const canVerify = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!canVerify)('systemd-analyze', () => {
  it('systemd-analyze accepts the unit file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rcpt-unit-'));
    // It also looks for the program, which is not installed here.
    const verify = (text: string) => {
      const file = join(folder, 'rcpt-mcp.service');
      writeFileSync(file, text.replace('ExecStart=rcpt-mcp', `ExecStart=${process.execPath} ${PROGRAM}`));
      return spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' }).stderr;
    };
    try {
      expect(verify(unit)).not.toContain('rcpt-mcp.service');
      expect(verify(unit.replace('ProtectHome', 'ProtectHom'))).toContain('rcpt-mcp.service');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
