import { fileURLToPath } from 'node:url';
import type { Home } from './installing.ts';

/** A check in the output of `rcpt-mcp doctor --json`. */
export interface Check {
  section: string;
  id: string;
  status: string;
  summary: string;
  fix?: string;
  data?: Record<string, unknown>;
}

export interface Diagnosis {
  code: number | null;
  ok: boolean;
  checks: Check[];
  /** The last line of its text. */
  next: string;
  /** Returns the check with this id. Throws if there is none. */
  check(id: string): Check;
  text: string;
}

const CLOCK = fileURLToPath(new URL('./at-time.cjs', import.meta.url));

/** Returns an environment that moves the program's clock forward. */
export const clockAhead = (milliseconds: number) => ({
  NODE_OPTIONS: `--require ${JSON.stringify(CLOCK)}`,
  TEST_AHEAD_MS: String(milliseconds),
});

export async function diagnose(
  home: Home,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Promise<Diagnosis> {
  const { code, stdout, stderr } = await home.run(['doctor', '--json', ...args], env);
  if (stdout === '') throw new Error(stderr);
  const { form, ok, checks, next } = JSON.parse(stdout) as Pick<Diagnosis, 'ok' | 'checks' | 'next'> & { form: number };
  if (form !== 1) throw new Error(`form ${form}`);
  return {
    code,
    ok,
    checks,
    next,
    text: stdout,
    check(id) {
      const found = checks.find((one) => one.id === id);
      if (!found) throw new Error(`${id} is not among ${checks.map((one) => one.id).join(', ')}`);
      return found;
    },
  };
}
