import { expect, it } from 'vitest';
import { recordChange } from '../../src/app/audited-change.ts';
import { createLogger } from '../../src/lib/logging/logger.ts';
import { HttpError } from '../../src/platform/http/errors.ts';
import type { AuditedEnd } from '../../src/tools/core/audit-log.ts';

const REFUSED = { error: 'erasure_refused', message: 'refused' };

it.each([
  ['a refusal', new HttpError(400, REFUSED), 'not_done'],
  ['a refusal after a part was done', new HttpError(400, REFUSED, {}, true), 'unknown'],
  ['an unknown error', new Error('broken'), 'unknown'],
])('%s is in the audit log with what is known of the change', async (_name, error, outcome) => {
  const ends: AuditedEnd[] = [];
  const audit = { begin: async () => async (end: AuditedEnd) => void ends.push(end) };
  const logger = createLogger({ level: 'silent', format: 'text' });
  const recorder = { audit, logger, refusal: () => new Error('not recorded') };
  const change = { tool: 'eraseContact', recordId: 'c_1' };
  await expect(recordChange(recorder, change, () => Promise.reject(error))).rejects.toBe(error);
  expect(ends).toMatchObject([{ outcome, recordId: 'c_1' }]);
});
