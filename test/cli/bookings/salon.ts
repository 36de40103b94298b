import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram } from '../../support/program.ts';

const businessWith = (colour: string) => `
name: Salon
time_zone: America/New_York
country: US
currency: USD
opening_hours: ["daily 08:00-18:00"]
services:
  - { id: cut, name: Cut, duration: 30m, price: 45.00, staff: all }
  - { id: colour, name: ${colour}, duration: 90m, price: 95.00, staff: all }
staff:
  - { id: sam, name: Sam Ortiz }
  - { id: cleo, name: Cleo Lang }
`;

/** A salon in a real database, and the built program that imports files into it. @param colour the name of its second service */
export function useSalon(colour: string) {
  const home = temporaryFolder();
  const env = cleanEnvironment(home);
  const path = join(home, 'appointments.csv');
  /** The program on a database of the folder. */
  const on = (database: string) => {
    const run = (...args: string[]) => runProgram([...args, '--database', join(home, database)], env);
    const importFile = (content: string, ...args: string[]) => {
      writeFileSync(path, content);
      return run('bookings', 'import', path, ...args);
    };
    return { run, importFile };
  };
  const { run, importFile } = on('salon.db');
  beforeAll(async () => {
    writeFileSync(join(home, 'business.yaml'), businessWith(colour));
    const applied = await run('business', 'apply', join(home, 'business.yaml'), '--yes');
    expect(applied, applied.stderr).toMatchObject({ code: 0 });
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  return {
    on,
    run,
    importFile,
    /** The report as JSON, with the exit code. */
    async report(content: string, ...args: string[]) {
      const { stdout, stderr, code } = await importFile(content, '--json', ...args);
      expect(stdout, stderr).not.toBe('');
      return { ...JSON.parse(stdout), code };
    },
  };
}
