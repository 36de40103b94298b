import { fileURLToPath } from 'node:url';
import { type HttpSession, startHttp } from '../../support/session.ts';

const PRELOADED = fileURLToPath(new URL('../../support/start-date.cjs', import.meta.url));

/**
 * Starts the built program over HTTP with the demo business at a moment, at which its clock then stands still: the business
 * is the same at each start, and so are screenshots of it. Give pages the same moment (`at`).
 */
export function startAt(
  moment: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<HttpSession> {
  const clock = { NODE_OPTIONS: `--require ${JSON.stringify(PRELOADED)}`, START_DATE: moment, STOP_DATE: '1' };
  return startHttp({ ...clock, ...env }, args);
}
