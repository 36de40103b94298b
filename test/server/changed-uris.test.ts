import { expect, it } from 'vitest';
import type { PlatformEvent } from '../../src/events/index.ts';
import { changedUris } from '../../src/server/updates.ts';

const event = (kind: 'booking' | 'call', recordId: string): PlatformEvent => {
  const at = '2194-03-02T10:00:00.000Z';
  return { id: 'evt_1', type: `${kind}.updated`, kind, recordId, at, receivedAt: at, source: 'poll', data: {} };
};

it('an event changes the resources of its record and of recent events, as far as their tools are offered', () => {
  const all = ['list_recent_events', 'get_booking', 'get_call', 'get_call_transcript'];
  expect(changedUris(event('booking', 'bk_1'), all)).toEqual(['rcpt://bookings/bk_1', 'rcpt://events/recent']);
  expect(changedUris(event('call', 'call_1'), all)).toEqual([
    'rcpt://calls/call_1',
    'rcpt://calls/call_1/transcript',
    'rcpt://events/recent',
  ]);
  expect(changedUris(event('call', 'call_1'), ['get_call'])).toEqual(['rcpt://calls/call_1']);
  expect(changedUris(event('booking', 'bk_1'), ['list_recent_events', 'get_call'])).toEqual([]);
  expect(changedUris(event('booking', 'bk_1'), [])).toEqual([]);
});
