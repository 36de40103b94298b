import type { Hono } from 'hono';
import { API_ROOT } from '../../contract/index.ts';
import type { PlatformEnv } from '../http/request-origin.ts';
import { sanitizeParams } from '../http/router.ts';
import type { IntakeContext } from './receive.ts';

/** Path of the reports of a source, below `API_ROOT`. */
export const INTAKE_PATH = '/intake';

/** True for the target of a request that may carry a report. */
export function isIntake(url = ''): boolean {
  return url.startsWith(`${API_ROOT}${INTAKE_PATH}/`);
}

/** Serves `POST /api/intake/{source_id}`. */
export function mountIntake(app: Hono<PlatformEnv>, context: IntakeContext): void {
  app.all(`${API_ROOT}${INTAKE_PATH}/:source`, async (answer) => {
    // Loaded with the first report, because most processes get none: with the vendors and the formats of telephone numbers.
    const { receiveReport } = await import('./receive.ts');
    const { source = '' } = sanitizeParams(answer.req.param());
    return receiveReport(context, source, answer.req.raw, { protocol: answer.env?.protocol });
  });
}
