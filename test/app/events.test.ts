import { afterEach, expect, it } from 'vitest';
import { composeEvents } from '../../src/app/events.ts';
import type { PlatformEvents } from '../../src/events/index.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { systemClock } from '../../src/lib/time/clock.ts';

let end: (() => Promise<void>) | undefined;
afterEach(() => end?.());

it('a listener hears events although the database could not be opened when it subscribed', async () => {
  const appended: Awaited<ReturnType<PlatformEvents['since']>>['events'] = [];
  let append = () => {};
  const platform: PlatformEvents = {
    since: async (sequence = appended.length) => ({
      events: appended.slice(sequence),
      sequences: appended.slice(sequence).map((_, index) => sequence + index + 1),
      sequence: appended.length,
    }),
    onAppend(listener) {
      append = listener;
      return () => {};
    },
  };
  let attempts = 0;
  const events = composeEvents({
    settings: { webhooks: false, secretsFile: undefined, pathSecret: undefined, pollMs: undefined, channel: false },
    sources: ['platform'],
    api: undefined as never,
    clock: systemClock,
    logger: silentLogger,
    platform: async () => {
      if (++attempts === 1) throw new Error('The database is being started again.');
      return platform;
    },
    shared: undefined,
    deadlineMs: 10_000,
    onEvent: () => {},
  });
  end = events.close;
  const heard: string[] = [];
  events.listen(({ id }) => heard.push(id));
  await expect.poll(() => attempts).toBe(2);
  await events.open();
  appended.push({
    id: 'evt_1',
    type: 'booking.created',
    time: new Date().toISOString(),
    team_id: 't',
    data: { id: 'b' },
  } as never);
  append();
  await expect.poll(() => heard).toEqual(['evt_1']);
});
