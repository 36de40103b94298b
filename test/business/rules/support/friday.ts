import { afterEach } from 'vitest';
import type { BusinessFile } from '../../../../src/contract/index.ts';
import type { JsonObject } from '../../../../src/lib/json.ts';
import { type OpenPractice, openBusiness } from './open-practice.ts';

/** Friday, 6 November 2026, in a zone without clock changes. */
const FRIDAY = '2026-11-06T16:00-07:00';

/** Helpers for tests that each open a business of their own, on a Friday afternoon. It is closed after the test. */
export function startFriday() {
  let opened: OpenPractice | undefined;
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });
  const practice = (): OpenPractice => {
    if (!opened) throw new Error('The test has not opened its business.');
    return opened;
  };
  /** `11-09 08:00` in Phoenix. */
  const at = (time: string) => `2026-${time.replace(' ', 'T')}-07:00`;
  /** The same in UTC, as answers have it. */
  const next = (time: string) => new Date(at(time)).toISOString().replace('.000Z', 'Z');
  return {
    practice,
    at,
    next,
    async open(file: BusinessFile) {
      opened = await openBusiness(
        {
          time_zone: 'America/Phoenix',
          opening_hours: 'Mon-Fri 08:00-17:00',
          staff: [{ id: 'ana' }],
          services: [{ id: 'cut', duration: '30m' }],
          ...file,
        },
        FRIDAY,
      );
    },
    book: (start: string, more: { service?: string; staff?: string; email?: string; override?: string[] } = {}) =>
      practice().book({ service: 'cut', start: at(start), ...more }),
    move: (id: unknown, start: string, more: JsonObject = {}) =>
      practice().update(String(id), { start_time: next(start), ...more }),
  };
}
