import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

  it('the units for several businesses differ from those for one in nothing but account, folder, settings and target', () => {
    const ofInstance = (text: string) =>
      text
        .replaceAll(STATE, `${STATE}/%i`)
        .replace('/etc/rcpt-mcp.env', '/etc/rcpt-mcp/%i.env')
        .replace('User=rcpt-mcp\n', 'User=rcpt-%i\n')
        .replace('StateDirectory=rcpt-mcp\n', 'StateDirectory=rcpt-mcp/%i\n')
        .replace(/^(Description=.*)$/m, '$1: %i')
        .replace('rcpt-mcp-backup.timer', 'rcpt-mcp-backup@NAME.timer');
    const withoutFirstLine = (text: string) => text.replace(/^.*\n/, '');
    const server = read('deploy/systemd/rcpt-mcp@.service')
      .replace('PartOf=rcpt-mcp.target\n', '')
      .replace('WantedBy=rcpt-mcp.target', 'WantedBy=multi-user.target');
    expect(withoutFirstLine(server)).toBe(withoutFirstLine(ofInstance(unit)));
    for (const kind of ['service', 'timer']) {
      const one = read(`deploy/systemd/rcpt-mcp-backup.${kind}`);
      expect(read(`deploy/systemd/rcpt-mcp-backup@.${kind}`)).toBe(ofInstance(one));
    }
  });

  it('rotates the audit log of the service as the program allows it', () => {
    const rotation = read('deploy/systemd/rcpt-mcp.logrotate').replace(/^\s*#.*$/gm, '');
    expect(rotation).toContain(`${environment.RCPT_AUDIT} {`);
    expect(rotation).toMatch(/\bnocreate\b[\s\S]*\bdelaycompress\b/);
    expect(rotation).not.toContain('copytruncate');
  });

  it.skipIf(process.platform === 'win32')(
    'the backup unit writes a copy of the database into the folder of the service',
    async () => {
      const folder = temporaryFolder();
      try {
        const env = cleanEnvironment(folder);
        const init = ['business', 'init', '--database', './receptionist.db', '--yes', '--name=Bright Smile Dental'];
        expect((await runProgram(init, env, '', folder)).code).toBe(0);
        const backupUnit = read('deploy/systemd/rcpt-mcp-backup.service');
        const [, words = ''] = /^ExecStart=rcpt-mcp (.*)$/m.exec(backupUnit) ?? [];
        const settings = Object.entries(environment).map(([name, value]) => [name, value.replace(STATE, folder)]);
        const { code, stderr } = await runProgram(
          words.split(' '),
          { ...env, ...Object.fromEntries(settings) },
          '',
          folder,
        );
        expect([code, stderr]).toEqual([0, '']);
        expect(readdirSync(join(folder, 'backups'))).toEqual([
          expect.stringMatching(/^receptionist-\d{8}T\d{6}Z\.db$/),
        ]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

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
  const UNITS = [
    'rcpt-mcp.service',
    'rcpt-mcp-backup.service',
    'rcpt-mcp-backup.timer',
    'rcpt-mcp@.service',
    'rcpt-mcp-backup@.service',
    'rcpt-mcp-backup@.timer',
    'rcpt-mcp.target',
  ];

  it.each(UNITS)('systemd-analyze accepts %s', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'rcpt-unit-'));
    const started = name.replace('@', '@bright-smile');
    /** A timer needs its service. The program, which systemd-analyze looks for, is not installed here. */
    const verify = (change: (text: string) => string) => {
      for (const one of UNITS)
        writeFileSync(
          join(folder, one.replace('@', '@bright-smile')),
          (one === name ? change : String)(read(`deploy/systemd/${one}`)).replace(
            'ExecStart=rcpt-mcp',
            `ExecStart=${process.execPath} ${PROGRAM}`,
          ),
        );
      return spawnSync('systemd-analyze', ['verify', join(folder, started)], { encoding: 'utf8' }).stderr;
    };
    try {
      expect(verify(String)).not.toContain(started);
      expect(verify((text) => text.replace('Description', 'Descriptio'))).toContain(started);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
