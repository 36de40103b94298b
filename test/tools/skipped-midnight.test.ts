import { expect, it } from 'vitest';
import type { ToolContext } from '../../src/tools/core/context.ts';
import type { ToolSettings } from '../../src/tools/core/settings.ts';
import { toolTime } from '../../src/tools/core/tool-time.ts';
import { parseDay } from '../../src/tools/setup/parse-days.ts';
import { manualClock } from '../support/clock.ts';

/** Clocks are put forward at midnight in some zones, and in Nuuk at 23:00. */
it.each([
  ['from', '2200-04-25T00:00', 'Africa/Cairo', '2200-04-25'],
  ['from', '2200-03-09 00:00:00', 'America/Havana', '2200-03-09'],
  ['to', '2200-03-29T23:59:59', 'America/Nuuk', '2200-03-29'],
])(
  '%s %s in %s means the day that is written, although the clock change skips this time',
  async (argument, text, zone, date) => {
    const clock = manualClock('2199-12-01T12:00:00Z');
    const context = { clock, time: toolTime({ timeZone: zone } as ToolSettings, clock) } as unknown as ToolContext;
    for (const times of ['exact', 'day', 'whole_days'] as const)
      expect(await parseDay(argument, text, zone, context, { times }), times).toBe(date);
  },
);

it('an end at a midnight that a clock change skips is the end of an absence, and a question for days', async () => {
  const clock = manualClock('2199-12-01T12:00:00Z');
  const zone = 'Africa/Cairo';
  const context = { clock, time: toolTime({ timeZone: zone } as ToolSettings, clock) } as unknown as ToolContext;
  const end = (times: 'exact' | 'day') => parseDay('to', '2200-04-25T00:00', zone, context, { times });
  expect(await end('exact')).toBe('2200-04-25T01:00');
  await expect(end('day')).rejects.toThrow(
    'is the midnight before 2200-04-25. Write 2200-04-24 if that is the last day',
  );
});
