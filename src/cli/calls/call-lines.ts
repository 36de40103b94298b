import type { CallDetail } from '../../contract/index.ts';
import { cleanLine, truncate } from '../../lib/text/text.ts';
import { formatCallOffset } from '../../lib/time/call-offset.ts';
import { localTime } from '../../lib/time/local-time.ts';
import { displayWidth, fitTo, pad, wrapColumns } from '../terminal/display-width.ts';
import type { Paint, Style } from '../terminal/paint.ts';
import type { PromiseLine, RelatedRecords } from './related.ts';

const WIDTH = 100;
const LABEL = 13;
const SPEAKER = 14;
const MAX_VALUE = 2_000;

interface CallScreen {
  /** IANA zone of the business. */
  timeZone: string;
  related: RelatedRecords;
  paint: Paint;
}

/** A call for a person to read, on 100 columns. Everything that callers said is on lines of its own, without controls. */
export function callLines(call: CallDetail, screen: CallScreen): string[] {
  const { paint } = screen;
  const { id, direction, status, summary } = call;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', paint(title, 'title'), ...lines];
  return [
    paint(`Call ${id}: ${cleanLine(direction)}, ${cleanLine(status)}`, 'title'),
    ...facts(call, screen).flatMap(([label, value]) => labelled(label, value, paint)),
    ...section(
      'Promised',
      screen.related.promises.flatMap((promise) => promiseLines(promise, paint)),
    ),
    ...section('Summary', summary ? hanging('  ', summary) : []),
    ...section('Conversation', conversation(call, paint)),
    ...section('Extracted', extracted(call)),
    ...section('Tools', tools(call)),
    ...section(
      'Recorded',
      origin(call).flatMap(([label, value]) => labelled(label, value, paint)),
    ),
  ];
}

type Fact = [label: string, value: string];

const stated = (entries: readonly [string, string | null | undefined][]): Fact[] =>
  entries.flatMap(([label, value]) => (value ? [[label, value]] : []));

function facts(call: CallDetail, { timeZone, related }: CallScreen): Fact[] {
  return stated([
    ['with', [call.contact_name, call.phone].filter(Boolean).join(', ') || 'a withheld number'],
    ['contact', call.contact_id],
    ['started', localTime(call.started_at, timeZone)],
    ['length', formatCallOffset(call.duration_seconds)],
    ['outcome', call.outcome],
    ...call.booking_ids.map((id): Fact => ['booking', [id, related.bookings.get(id)].filter(Boolean).join(': ')]),
    ['language', call.language],
  ]);
}

/** Where the call comes from. */
const origin = (call: CallDetail) =>
  stated([
    ['our number', call.business_phone],
    ['recording', call.recording_url],
    ['source', call.source_name],
    ['id there', call.call_reference],
  ]);

const STATES: Record<PromiseLine['state'], [words: string, style: Style]> = {
  open: ['open', 'alert'],
  overdue: ['overdue', 'now'],
  contacted: ['spoken to or booked since, but not done', 'alert'],
  done: ['done', 'free'],
};

function promiseLines({ text, state, markedAt, sentence }: PromiseLine, paint: Paint): string[] {
  const [words, style] = STATES[state];
  // No record shows what a person has said of a promise.
  const marked = markedAt === undefined ? '' : `, marked as ${state === 'done' ? 'kept' : 'open'} on ${markedAt}`;
  return [
    `  ${cleanLine(text)}: ${paint(words, style)}${marked}`,
    ...(sentence ? hanging('    ', `"${cleanLine(sentence)}"`) : []),
  ];
}

function conversation({ transcript }: CallDetail, paint: Paint): string[] {
  const last = transcript.at(-1)?.offset_seconds ?? 0;
  const width = Math.max(4, formatCallOffset(last).length);
  return transcript.flatMap(({ speaker, text, offset_seconds }) => {
    const time = `  ${formatCallOffset(offset_seconds).padStart(width)}  `;
    const who = cleanLine(speaker);
    const head = time + pad(fitTo(who, SPEAKER - 2), SPEAKER);
    const [first = '', ...rest] = hanging(head, text);
    const style = who === 'caller' ? 'appointment' : 'plain';
    return [paint(time, 'quiet') + paint(first.slice(time.length), style), ...rest.map((line) => paint(line, style))];
  });
}

function extracted({ fields }: CallDetail): string[] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) =>
    hanging(`  ${truncate(cleanLine(name), 40)}: `, truncate(String(value), MAX_VALUE), 6),
  );
}

function tools({ tools: used }: CallDetail): string[] {
  return (used ?? []).flatMap(({ name, arguments: input, result, offset_seconds }) => {
    const at = typeof offset_seconds === 'number' ? `${formatCallOffset(offset_seconds)}  ` : '';
    return [
      ...hanging(`  ${at}${truncate(cleanLine(name), 40)} `, truncate(input ?? '', MAX_VALUE), 6),
      ...(result ? hanging('      answer: ', truncate(result, MAX_VALUE), 6) : []),
    ];
  });
}

function labelled(label: string, value: string, paint: Paint): string[] {
  const head = `  ${label.padEnd(LABEL)}`;
  const [first = '', ...rest] = hanging(head, value);
  return [paint(head, 'quiet') + first.slice(head.length), ...rest];
}

/** Wraps a text of others behind a head; further lines are indented as far as the head is long, or by `indent`. */
function hanging(head: string, text: string, indent = displayWidth(head)): string[] {
  const lines = wrapColumns(cleanLine(text), WIDTH - Math.max(displayWidth(head), indent));
  return lines.map((line, index) => `${index === 0 ? head : ' '.repeat(indent)}${line}`.trimEnd());
}
