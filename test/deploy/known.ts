import { expect } from 'vitest';
import { parseInvocation } from '../../src/cli/parser/parse.ts';
import { readAuthSettings } from '../../src/config/auth.ts';
import { readHttpSettings } from '../../src/config/http.ts';

/** Variables of libpq that a manifest may set. */
const LIBPQ = ['PGPASSFILE', 'PGPASSWORD'];

/**
 * Parses the environment of a manifest as the program does: unknown names and malformed values fail. The command must
 * use each option.
 */
export function expectKnownSettings(command: string, environment: Record<string, string>): void {
  const filled = Object.fromEntries(
    // Placeholders that the operator or Kubernetes replaces.
    Object.entries(environment).map(([name, value]) => [
      name,
      value
        .replace('$(POD_IP)', '10.1.2.3')
        .replace(/\$\{\w+:-(.*?)\}/, '$1')
        .replace(/\$\{\w+URL:\?.*?\}/, 'https://receptionist.example.com'),
    ]),
  );
  const { options, sources } = parseInvocation(command.split(' '), filled);
  const set = Object.entries(filled).filter(([name, value]) => value !== '' && !LIBPQ.includes(name));
  expect(Object.keys(sources)).toHaveLength(set.length);
  for (const [name] of set) expect(name).toMatch(/^RCPT_/);
  if (command !== 'http') return;
  expect(readAuthSettings(options).publicUrl?.protocol).toBe('https:');
  readHttpSettings(options);
}
