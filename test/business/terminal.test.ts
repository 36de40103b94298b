import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/engines.ts';
import { cleanEnvironment, runProgram } from '../support/program.ts';
import { HAS_TERMINAL, startOnTerminal } from '../support/terminal.ts';
import { practice } from './support/practice.ts';

const home = temporaryFolder();
const env = cleanEnvironment(home, { TZ: 'America/Denver' });
const file = join(home, 'practice.json');
afterAll(() => rmSync(home, { recursive: true, force: true }));

let database: string;
let count = 0;
beforeEach(() => {
  database = join(home, `${++count}.db`);
});

const show = async () => {
  const { code, stdout } = await runProgram(['business', 'show', '--json', '--database', database], env);
  return code === 0 ? JSON.parse(stdout) : undefined;
};

describe.runIf(HAS_TERMINAL)('business on a terminal', () => {
  it('apply shows the plan, and applies it only after a yes', async () => {
    writeFileSync(file, JSON.stringify(practice()));
    const args = ['business', 'apply', file, '--database', database];
    const refused = startOnTerminal(args, env);
    await refused.until(/New user Pat Owner.*Apply these changes\? \[y\/N\]/s);
    refused.child.stdin?.write('no\r');
    await refused.until(/Nothing was changed\./);
    expect(await refused.ended).toBe(0);
    expect(existsSync(database)).toBe(false);

    const accepted = startOnTerminal(args, env);
    await accepted.until(/Apply these changes\? \[y\/N\]/);
    accepted.child.stdin?.write('y\r');
    await accepted.until(/16 changes applied: the business is at revision 2\./);
    expect(await accepted.ended).toBe(0);

    const again = startOnTerminal(args, env);
    await again.until(/No changes: the database is as/);
    expect(await again.ended).toBe(0);
  });

  it.each([
    ['Ctrl-C', '\x03', 130],
    ['the end of input', '\x04', 1],
  ])('apply says that nothing was changed after %s at its question', async (_, key, code) => {
    writeFileSync(file, JSON.stringify(practice()));
    const asked = startOnTerminal(['business', 'apply', file, '--database', database], env);
    await asked.until(/Apply these changes\? \[y\/N\]/);
    asked.child.stdin?.write(key);
    await asked.until(/Nothing was changed\./);
    expect(await asked.ended).toBe(code);
    expect(existsSync(database)).toBe(false);
  });

  it('apply asks nothing with --yes', async () => {
    writeFileSync(file, JSON.stringify(practice()));
    const applied = startOnTerminal(['business', 'apply', file, '--yes', '--database', database], env);
    await applied.until(/at revision 2\./);
    expect(await applied.ended).toBe(0);
  });

  it('apply refuses if another process changed the business while the plan was read', async () => {
    writeFileSync(file, JSON.stringify(practice()));
    await runProgram(['business', 'apply', '--yes', file, '--database', database], env);
    const other = join(home, 'other.json');
    writeFileSync(other, JSON.stringify({ name: 'Mine' }));
    const asking = startOnTerminal(['business', 'apply', other, '--database', database], env);
    await asking.until(/Apply these changes/);
    writeFileSync(file, JSON.stringify({ name: 'Theirs' }));
    await runProgram(['business', 'apply', '--yes', file, '--database', database], env);
    asking.child.stdin?.write('y\r');
    expect(await asking.ended).toBe(1);
    expect(asking.output.stdout).toContain('it is at revision 3, not 2. Nothing was changed.');
    expect((await show()).name).toBe('Theirs');
  });

  it('init asks eight questions, and Ctrl-C before the last answer changes nothing', async () => {
    const path = join(home, 'business.yaml');
    const folder = join(home, 'new-folder');
    database = join(folder, 'new.db');
    const started = startOnTerminal(['business', 'init', path, '--database', database], env);
    await started.until(/Name of the business \[My practice\]: /);
    started.child.stdin?.write('Bright Smile\r');
    await started.until(/Time zone \[America\/Denver\]: /);
    started.child.stdin?.write('\u0003');
    expect(await started.ended).not.toBe(0);
    expect([existsSync(folder), existsSync(path)]).toEqual([false, false]);

    const init = startOnTerminal(['business', 'init', path, '--database', database], env);
    await init.until(/Name of the business \[My practice\]: /);
    for (const [answer, next] of [
      ['Bright Smile', /Time zone \[America\/Denver\]: /],
      ['', /Country \[US\]: /],
      ['', /Currency \[USD\]: /],
      ['', /Opening hours \[Mon-Fri 09:00-17:00\]: /],
      ['', /Services, each with duration and price \[Consultation 30m 0\]: /],
      ['Cleaning 45m 115', /People who take appointments \[[^\]]+\]: /],
      ['Dr. Dana Lee', /The owner's e-mail address: /],
      ['pat@example.com', /Next:/],
    ] as const) {
      init.child.stdin?.write(`${answer}\r`);
      await init.until(next);
    }
    expect(await init.ended).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('name: Bright Smile\n');
    expect(await show()).toMatchObject({ name: 'Bright Smile', services: [{ id: 'cleaning', price: 115 }] });
  });

  it.each([60, 80, 100])('show fits %s columns and cuts no id', async (columns) => {
    const long = 'with a name that is longer than most';
    const ids = ['herrenschnitt_meister', `colouring_${'and_'.repeat(12)}`];
    const services = ids.map((id) => ({
      id,
      name: `${id} ${long}`,
      duration: '2h',
      price: 1_234_567,
      minimum_notice: '3d',
    }));
    const rules = { notice_counts: 'opening_hours' as const };
    writeFileSync(file, JSON.stringify({ ...practice(), services, rules }));
    await runProgram(['business', 'apply', '--yes', file, '--database', database], env);
    const shown = startOnTerminal(['business', 'show', '--database', database], env, columns);
    expect(await shown.ended).toBe(0);
    const lines = shown.output.stdout.split(/\r?\n/);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(columns);
    for (const id of ids) expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ +${id}( |$)`)));
    expect(shown.output.stdout.replace(/\s+/g, ' ')).toContain(`${ids[0]} minimum notice 3d (72h of opening hours)`);
  });
});
