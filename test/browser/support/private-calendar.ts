import type { Interval } from '../../../src/lib/time/intervals.ts';
import { sourceDigest } from '../../../src/platform/calendars/source.ts';
import { openStore } from '../../../src/platform/store/store.ts';

const DAY_MS = 86_400_000;

/**
 * Gives a staff member of a database a private calendar that was read at a moment, with these busy times: no browser test needs
 * a server that has it. `busy` undefined: it could never be read.
 */
export async function setPrivateCalendar(
  database: string,
  staffId: string,
  { at, busy }: { at: number; busy: readonly Interval[] | undefined },
): Promise<void> {
  const store = await openStore(database, at);
  const calendar_url = 'https://calendar.example.com/private-7f3a9c/basic.ics';
  try {
    await store.write(async (tx) => {
      await tx.updateTable('staff').set({ calendar_url }).where('id', '=', staffId).execute();
      await tx.deleteFrom('staff_calendars').where('staff_id', '=', staffId).execute();
      const { time_zone } = await tx.selectFrom('teams').select('time_zone').executeTakeFirstOrThrow();
      const read = busy ? at : null;
      await tx
        .insertInto('staff_calendars')
        .values({
          staff_id: staffId,
          source_digest: sourceDigest({ calendar_url, time_zone }),
          fetched_at: read,
          parsed_at: read,
          attempted_at: read,
          error: null,
          etag: null,
          last_modified: null,
          // No process reads it again.
          next_at: at + 365 * DAY_MS,
          leased_by: null,
          leased_until: 0,
          busy_json: busy ? JSON.stringify(busy.map(({ start, end }) => [start, end])) : null,
        })
        .execute();
    }, 'all');
  } finally {
    await store.close();
  }
}
