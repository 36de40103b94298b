import { VIEW_META } from '../../../src/web/lib/view-data.ts';
import type { ToolResult } from './host-page/source.ts';

/** Answers of tools in which each text that customers, callers or the platform can write is a hostile one. */

/** A Monday, and the week after it, in which the answers are. */
export const WEEK = ['2199-03-04', '2199-03-05', '2199-03-06', '2199-03-07', '2199-03-08', '2199-03-09', '2199-03-10'];
const ZONE = 'America/New_York';
const NOW = '2199-03-04T15:00:00Z';

type Fields = Record<string, unknown>;

function answer(tool: string, structuredContent: Fields, view: Fields = {}): ToolResult {
  const meta = { [VIEW_META]: { tool, time_zone: ZONE, now: NOW, ...view } };
  return { content: [{ type: 'text', text: 'An answer.' }], structuredContent, _meta: meta };
}

/** Bookings of a week, one for each text, which is in all of its fields. */
export function hostileBookings(texts: readonly string[]): ToolResult {
  const perDay = Math.ceil(texts.length / WEEK.length);
  const items = texts.map((text, index) => {
    const start = Date.parse(`${WEEK[Math.floor(index / perDay)]}T13:00:00Z`) + (index % perDay) * 30 * 60_000;
    return {
      id: `${text}${index}`,
      service_id: text,
      service_name: text,
      staff_id: text,
      staff_name: text,
      status: text,
      contact_name: text,
      contact_email: text,
      contact_phone: text,
      notes: text,
      call_reference: text,
      overrides: [{ rule: text, by: text }],
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 30 * 60_000).toISOString(),
    };
  });
  const off = items.slice(0, 20).map((item, index) => ({ ...item, id: `off ${index}`, status: 'cancelled' }));
  const unplaced = items.slice(0, 20).map((item) => ({ ...item, id: `${item.id} unplaced`, start_time: item.notes }));
  const bookings = [...items, ...off, ...unplaced];
  const [first = ''] = texts;
  const days = WEEK.map((date, index) => ({ date, open: [], closed: texts[index] ?? first }));
  const services = texts.map((text) => ({ id: text, name: text, duration_minutes: 30 }));
  const agenda = { from: WEEK[0], to: WEEK.at(-1), days, staff: hostileStaff(texts), services, bookings };
  return answer('list_bookings', { items, time_zone: ZONE, total: items.length }, { business_name: first, agenda });
}

/** People who are away or do not work, one for each text. */
const hostileStaff = (texts: readonly string[]) =>
  texts.slice(0, 12).map((text, index) => {
    const away = [{ from: '09:00', to: '10:00' }];
    const hours = index % 2 === 0 ? [{ from: '08:00', to: '17:00' }] : [];
    return { id: text, name: text, days: WEEK.map((date) => ({ date, hours, away })) };
  });

/** Free times whose service and people have hostile names. */
export function hostileTimes(texts: readonly string[], text: string): ToolResult {
  const start = Date.parse(`${WEEK[0]}T16:00:00Z`);
  const times = texts.map((name, index) => ({
    start_local: new Date(start + index * 3_600_000).toISOString(),
    staff: [name],
  }));
  const staff = texts.map((name) => ({ id: name, name }));
  return answer('find_open_times', {
    service_id: text,
    service_name: text,
    duration_minutes: 30,
    found: times.length,
    times,
    staff,
    time_zone: ZONE,
  });
}

const promise = (text: string, index: number) => ({
  kind: text,
  turn: index + 1,
  sentence: text,
  due_local: '2199-03-05T17:00:00-05:00',
});

const callFields = (text: string) => ({
  contact_name: text,
  contact_id: text,
  phone: text,
  outcome: text,
  status: text,
  direction: text,
  language: text,
  summary: text,
  source_name: text,
  booking_id: text,
  recording_url: text,
  started_at: '2199-03-03T15:00:00Z',
});

/** Calls, one for each text, each as the answer of `get_call`. */
export const hostileCall = (text: string): ToolResult =>
  answer(
    'get_call',
    {
      call: {
        id: text,
        ...callFields(text),
        fields: { [text]: text },
        tools: [{ name: text, result: text }],
        turns: 3,
      },
      time_zone: ZONE,
    },
    {
      call: {
        follow_ups: [promise(text, 0)],
        bookings: [
          { id: text, service_name: text, contact_name: text, status: text, start_time: '2199-03-05T15:00:00Z' },
          { id: `${text}2`, contact_name: `${text}2` },
        ],
      },
    },
  );

/** A conversation with a turn for each text. */
export const hostileTranscript = (texts: readonly string[]): ToolResult =>
  answer(
    'get_call_transcript',
    {
      call_id: texts[0],
      turns: texts.map((text, index) => ({ turn: index + 1, speaker: text, offset_seconds: index, text })),
      total_turns: texts.length,
      time_zone: ZONE,
    },
    { call: { follow_ups: texts.map(promise) } },
  );

/** Calls that a search found, one for each text. */
export const hostileSearch = (texts: readonly string[]): ToolResult =>
  answer('search_calls', {
    items: texts.map((text, index) => ({
      call_id: `${text}${index}`,
      ...callFields(text),
      turns: [{ turn: 1, speaker: text, text, answer: { turn: 2, speaker: text, text } }],
    })),
    searched: texts.length,
    calls_in_window: texts.length,
    time_zone: ZONE,
  });

/** Promises, one for each text. */
export const hostileFollowUps = (texts: readonly string[]): ToolResult =>
  answer('find_follow_ups', {
    items: texts.map((text, index) => ({
      call_id: `${text}${index}`,
      ...callFields(text),
      ...promise(text, index),
      status: index % 2 === 0 ? 'open' : 'done',
      done_by: { kind: text, id: text, local: '2199-03-04T11:00:00-05:00' },
    })),
    read: texts.length,
    calls_in_window: texts.length,
    time_zone: ZONE,
  });

/** Numbers of groups, one for each text, which is the value of all groupings. */
export const hostileActivity = (texts: readonly string[], groupings: readonly string[]): ToolResult =>
  answer('summarize_activity', {
    bookings: {
      count: texts.length,
      cancelled: 1,
      currency: texts[0],
      value_cents: 12_345,
      groups: texts.map((text, index) => ({
        ...Object.fromEntries(groupings.map((grouping) => [grouping, text])),
        count: index + 1,
        value_cents: 100 * index,
      })),
    },
    window: { from: texts[0], to: texts[1] },
    time_zone: texts[2],
  });
