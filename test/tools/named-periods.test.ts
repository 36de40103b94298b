import { describe, expect, it } from 'vitest';
import { useOffice } from '../support/office.ts';

/** A week or a month as `from`, without `to`: an agent means the whole period, and only that. */
const office = useOffice({ env: { RCPT_TIME_ZONE: 'America/New_York' } });

describe('a week or month as from, without to', () => {
  it.each(['this week', 'next week', 'next month', ' Next Week '])('find_open_times ends with %j', async (from) => {
    const query = { service_id: 'svc_cleaning', from };
    const { data } = await office.mustCall('find_open_times', query);
    const { data: whole } = await office.mustCall('find_open_times', { ...query, to: from });
    expect(data.window).toMatchObject({ to: (whole.window as { to: string }).to });
    expect(data.found).toBe(whole.found);
  });

  it.each(['today', 'tomorrow', '2 days ago'])('find_open_times has seven days from %s on', async (from) => {
    const { data } = await office.mustCall('find_open_times', { service_id: 'svc_cleaning', from });
    const window = data.window as { from: string; to: string };
    const days = (Date.parse(window.to) - Date.parse(window.from)) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(8.1);
  });

  it('list_bookings names the days that it lists besides those of the period', async () => {
    const note = async (args: object) => (await office.mustCall('list_bookings', args)).data.note;
    expect(await note({ from: 'this week' })).toBe(
      'Without to, days after "this week" count, too: to leave them out, repeat it as to.',
    );
    expect(await note({ from: '2026-11' })).toContain('days after "2026-11" count');
    for (const args of [{ from: 'this week', to: 'this week' }, { to: 'next week' }, { from: 'today' }, {}])
      expect(await note(args)).toBeUndefined();
    const { data } = await office.mustCall('list_bookings', { from: '2 weeks ago', per_page: 1 });
    expect(data.note).toBeUndefined();
    expect(await note({ from: 'last week', per_page: 1 })).toContain('last week');
  });
});
