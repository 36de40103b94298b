import { describe, expect, it } from 'vitest';
import { useSalon } from './bookings/salon.ts';

/** Files that are given to the import of other records. */
const { importFile, run } = useSalon('Colour');
const CUSTOMERS = 'Name,Phone\nAnn Lee,+1 212 555 0123\n';
const APPOINTMENTS = 'Date,Time,Service,Staff,Customer\n2031-03-04,9:00,Cut,Sam Ortiz,Ann Lee\n';

describe('a file of the other kind', () => {
  it('leads from the import of appointments to that of customers', async () => {
    const { stdout, code } = await importFile(CUSTOMERS);
    expect(code).not.toBe(0);
    const [line = '', command = ''] =
      stdout.match(/^The file looks like one of customers\. To import them: rcpt-mcp (.*)$/m) ?? [];
    expect(stdout.startsWith(line), stdout).toBe(true);
    const [, path = '', database = ''] = /^contacts import (\S+) --database (\S+)$/.exec(command) ?? [];
    const imported = await run('contacts', 'import', path, '--database', database, '--yes');
    expect(imported.stdout).toContain('1 new');
    expect(imported.stdout).not.toContain('looks like');
  });

  it('leads from the import of customers to that of appointments, unless columns are named', async () => {
    const path = (await importFile(APPOINTMENTS)).stdout.match(/^\S*appointments\.csv/m)?.[0] ?? '';
    expect(path).not.toBe('');
    const plain = await run('contacts', 'import', path);
    expect(plain.stdout).toMatch(
      /^The file looks like one of appointments\. To import them: rcpt-mcp bookings import \S+appointments\.csv /,
    );
    for (const named of [['--map', 'name=Customer'], ['--json']])
      expect((await run('contacts', 'import', path, ...named)).stdout).not.toContain('looks like');
  });
});
