import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlatform } from '../../../src/platform/index.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';

/** How `rcpt-mcp calendars add --staff` finds people by what an owner calls them. */
const home = temporaryFolder();
const database = join(home, 'practice.db');
const add = (staff: string) =>
  runProgram(['calendars', 'add', '--staff', staff, '--json', '--database', database], cleanEnvironment(home));

beforeAll(async () => (await openPlatform({ database, demo: true })).close());
afterAll(() => rmSync(home, { recursive: true, force: true }));

it.each(['keisha', 'Brandt', 'Keisha Brandt', 'stf_brandt'])(
  'a calendar of one person is made by the unique name %s',
  async (name) => {
    const { stdout, stderr } = await add(name);
    expect(JSON.parse(stdout || '{}'), stderr).toMatchObject({ feed: { staff_id: 'stf_brandt' } });
  },
);

it('a name that two people share makes no calendar, and both are listed with their ids', async () => {
  const { code, stdout, stderr } = await add('Dr.');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(
    '--staff: "Dr." is a name of several people. State the id of one of: Dr. Rafael Ibarra (stf_ibarra), Dr. Naomi Whitfield (stf_whitfield). Nothing was changed.',
  );
});

it('an unknown name makes no calendar, and all people are listed', async () => {
  const { code, stderr } = await add('Quentin');
  expect(code).toBe(2);
  expect(stderr).toMatch(/--staff: "Quentin" is not a staff member\. .*Keisha Brandt \(stf_brandt\)/);
});
