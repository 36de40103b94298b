import { afterAll, beforeAll } from 'vitest';

/** For tests that run code of the program in their own process: the commands that it prints begin as in an installation. */
export function runAsInstalled(): void {
  const script = process.argv[1] as string;
  beforeAll(() => {
    process.argv[1] = '/usr/local/bin/rcpt-mcp';
  });
  afterAll(() => {
    process.argv[1] = script;
  });
}
