import { describe, expect, it } from 'vitest';
import { findMask } from '../../../src/lib/redaction/masks.ts';
import type { ReviewedCall } from '../../../src/web/components/call-review/call.ts';
import { appendReview, readReview } from '../../../src/web/components/call-review/model.ts';
import type { ToolResult } from '../../../src/web/lib/tool-result.ts';

const result = (structuredContent: Record<string, unknown>, view?: Record<string, unknown>): ToolResult => ({
  structuredContent,
  ...(view
    ? { _meta: { 'rcpt-mcp/view': { tool: 'get_call', time_zone: 'America/New_York', now: NOW, ...view } } }
    : {}),
});
const NOW = '2199-06-12T12:00:00Z';
const at = (text: string) => Date.parse(text);

const CALL = {
  id: 'call_1',
  outcome: 'booked',
  summary: 'Vivian Tran booked.',
  turns: 19,
  booking_id: 'bk_1',
  direction: 'inbound',
  status: 'completed',
  started_at: '2199-06-11T15:35:55Z',
  started_local: '2199-06-11T11:35:55-04:00',
  duration_seconds: 107,
  language: 'en',
  contact_name: 'Vivian Tran',
  phone: '+1…0170',
  fields: { party_size: 2, allergy: null, is_insured: true, is_new: false },
  tools: [{ name: 'book', result: 'ok' }, { result: 'no name' }],
  recording_url: 'https://example.com/a.mp3',
};

describe('readReview of one call', () => {
  it('reads every field of get_call', () => {
    const review = readReview(result({ call: CALL, time_zone: 'America/New_York' }));
    expect(review).toEqual({
      kind: 'call',
      timeZone: 'America/New_York',
      notes: ['Numbers and addresses are masked by this server.'],
      call: {
        id: 'call_1',
        outcome: 'booked',
        summary: 'Vivian Tran booked.',
        turnCount: 19,
        bookings: [{ id: 'bk_1' }],
        direction: 'inbound',
        status: 'completed',
        startedAt: at('2199-06-11T15:35:55Z'),
        durationSeconds: 107,
        language: 'en',
        name: 'Vivian Tran',
        phone: '+1…0170',
        facts: [
          { name: 'party_size', value: '2' },
          { name: 'allergy', value: '' },
          { name: 'is_insured', value: 'yes' },
          { name: 'is_new', value: 'no' },
        ],
        tools: [{ name: 'book', result: 'ok' }],
        recordingUrl: 'https://example.com/a.mp3',
      },
    });
  });

  it('a call without turns has a transcript of no turns', () => {
    expect(readReview(result({ call: { id: 'call_1' } }))).toMatchObject({ call: { turnCount: 0 } });
  });

  it('reads the turns of get_call_transcript and where they continue', () => {
    const turns = [
      { turn: 1, speaker: 'receptionist', offset_seconds: 1, text: 'Good day.' },
      { turn: 2, text: 'Hi.' },
      { turn: 3, speaker: 'caller' },
    ];
    expect(readReview(result({ call_id: 'call_1', turns, total_turns: 240, has_more: true, next_turn: 3 }))).toEqual({
      kind: 'call',
      notes: [],
      call: {
        id: 'call_1',
        turnCount: 240,
        nextTurn: 3,
        turns: [
          { turn: 1, speaker: 'receptionist', offsetSeconds: 1, text: 'Good day.' },
          { turn: 2, text: 'Hi.' },
        ],
      },
    });
  });

  it('adds promises and the linked bookings of the view data', () => {
    const view = {
      call: {
        follow_ups: [
          {
            kind: 'callback',
            turn: 5,
            sentence: 'I will call back.',
            due_local: '2199-06-12T17:00:00-04:00',
            due_assumed: true,
          },
        ],
        bookings: [
          { id: 'bk_1', service_name: 'Cleaning', status: 'confirmed', start_time: '2199-06-20T13:00:00Z' },
          { id: 'bk_2', contact_name: 'Eva Díaz' },
        ],
      },
    };
    expect(readReview(result({ call: CALL }, view))).toMatchObject({
      now: at(NOW),
      timeZone: 'America/New_York',
      call: {
        promises: [
          {
            kind: 'callback',
            turn: 5,
            sentence: 'I will call back.',
            due: at('2199-06-12T21:00:00Z'),
            isDueAssumed: true,
            isOverdue: false,
          },
        ],
        bookings: [
          { id: 'bk_1', serviceName: 'Cleaning', status: 'confirmed', start: at('2199-06-20T13:00:00Z') },
          { id: 'bk_2', name: 'Eva Díaz' },
        ],
      },
    });
  });

  it('links a call with all of its bookings, or with the only one', () => {
    const linked = (call: object) => (readReview(result({ call })) as { call: ReviewedCall }).call.bookings;
    expect(linked({ id: 'call_1', booking_id: 'bk_2', booking_ids: ['bk_1', 'bk_2'] })).toEqual([
      { id: 'bk_1' },
      { id: 'bk_2' },
    ]);
    expect(linked({ id: 'call_1', booking_id: 'bk_2' })).toEqual([{ id: 'bk_2' }]);
    expect(linked({ id: 'call_1' })).toBeUndefined();
  });

  it('ignores texts without a visible character', () => {
    const blank = { id: 'call_1', contact_name: '\u3164\u2800\u200b', summary: ' \u00a0\u3000\u200b\n' };
    expect(readReview(result({ call: blank }))).toEqual({
      kind: 'call',
      notes: [],
      call: { id: 'call_1', turnCount: 0 },
    });
  });

  it('ignores fields of other types', () => {
    const review = readReview(
      result({ call: { id: 7, summary: ['x'], duration_seconds: 'long', started_at: 'yesterday', tools: 'no' } }),
    );
    expect(review).toEqual({ kind: 'call', notes: [], call: { turnCount: 0 } });
  });
});

describe('readReview of lists', () => {
  const hit = {
    call_id: 'call_1',
    started_local: '2199-06-11T11:35:55-04:00',
    contact_name: 'Vivian Tran',
    turns: [{ turn: 3, speaker: 'caller', text: 'What is the price?', answer: { turn: 4, text: '$45.' } }],
  };
  const search = (items: unknown[], more = {}) =>
    result({
      items,
      searched: 5,
      calls_in_window: 9,
      complete: false,
      now_local: 'Monday 2199-06-12T08:00-04:00',
      time_zone: 'America/New_York',
      ...more,
    });

  it('reads the hits of search_calls with quotes and answers', () => {
    expect(readReview(search([hit], { cursor: 'c1', omitted: '2 calls that could not be read.' }))).toEqual({
      kind: 'search',
      timeZone: 'America/New_York',
      now: at('2199-06-12T12:00:00Z'),
      notes: ['Left out: 2 calls that could not be read.'],
      cursor: 'c1',
      isComplete: false,
      read: 5,
      inWindow: 9,
      found: [
        {
          call: { id: 'call_1', startedAt: at('2199-06-11T15:35:55Z'), name: 'Vivian Tran' },
          quotes: [{ turn: 3, speaker: 'caller', text: 'What is the price?', answer: { turn: 4, text: '$45.' } }],
        },
      ],
    });
  });

  it('reads promises of find_follow_ups, oldest first, apart from the status of the call', () => {
    const row = { kind: 'callback', status: 'open', due_local: '2199-06-11T17:00:00-04:00', overdue: true };
    const review = readReview(
      result({
        items: [
          { ...row, call_id: 'call_2', called_local: '2199-06-10T10:00:00-04:00' },
          {
            ...row,
            call_id: 'call_1',
            called_local: '2199-06-09T10:00:00-04:00',
            status: 'done',
            done_by: { kind: 'call', id: 'call_9', local: '2199-06-10T09:00:00-04:00' },
          },
          {
            ...row,
            call_id: 'call_3',
            called_local: '2199-06-11T10:00:00-04:00',
            status: 'contacted',
            contacted_by: { kind: 'booking', id: 'bk_9' },
          },
        ],
        status: 'all',
        read: 3,
        calls_in_window: 3,
        complete: true,
        unread: ['bookings'],
      }),
    );
    expect(review).toMatchObject({
      kind: 'follow-ups',
      isComplete: true,
      notes: ['Not read: bookings'],
      items: [
        {
          call: { id: 'call_1' },
          promise: { status: 'done', keptBy: { kind: 'call', id: 'call_9', at: at('2199-06-10T13:00:00Z') } },
        },
        { call: { id: 'call_2' }, promise: { status: 'open', isOverdue: true } },
        { call: { id: 'call_3' }, promise: { status: 'contacted', keptBy: { kind: 'booking', id: 'bk_9' } } },
      ],
    });
    if (review?.kind === 'follow-ups') expect(review.items[0]?.call.status).toBeUndefined();
  });

  it('continues a list behind what it has, with the cursor and the notes of both parts', () => {
    const first = readReview(search([hit], { cursor: 'c1', omitted: 'one' }));
    const next = readReview(search([{ ...hit, call_id: 'call_2' }], { searched: 4, complete: true, omitted: 'two' }));
    if (first?.kind !== 'search' || next?.kind !== 'search') throw new Error('no lists');
    const both = appendReview(first, next);
    expect(both.found.map(({ call }) => call.id)).toEqual(['call_1', 'call_2']);
    expect(both).toMatchObject({ read: 9, isComplete: true, notes: ['Left out: one', 'Left out: two'] });
    expect(both.cursor).toBeUndefined();
  });

  it('returns nothing for answers of other tools', () => {
    expect(readReview({ content: [{ type: 'text', text: 'hello' }] })).toBeUndefined();
    expect(readReview(result({ items: [{ id: 'bk_1' }], total: 1 }))).toBeUndefined();
    expect(readReview(result({ bookings: { count: 3 } }))).toBeUndefined();
  });
});

it.each(['+1…0170', 'a…@example.com', 'My card is [card number].', 'no mask', '…', '…12345'])(
  'a call with %j is said to be masked exactly if the tools find a mask in it',
  (summary) => {
    const review = readReview(result({ call: { id: 'call_1', summary } }));
    expect(review?.notes.length).toBe(findMask(summary) === undefined ? 0 : 1);
  },
);

it('names the fields that are missing or withheld', () => {
  const review = readReview(
    result({ call: CALL_WITHOUT_MASKS, missing_fields: ['ended_at'], withheld_fields: ['api_token'] }),
  );
  expect(review?.notes).toEqual(['The platform did not send: ended_at.', 'Withheld by this server: api_token.']);
});
const CALL_WITHOUT_MASKS = { id: 'call_1' };
