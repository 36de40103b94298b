import type { CallDetail } from '../../contract/index.ts';
import { cleanLine, truncate } from '../../lib/text.ts';
import { formatInstant } from '../../lib/time/parse.ts';
import { wrap } from '../doctor/render.ts';
import { formatOffset } from './offset.ts';

const WIDTH = 100;
const LABEL = 13;
const SPEAKER = 14;
const MAX_VALUE = 2_000;

/** A call for a person to read, on 100 columns. Everything that callers said is on lines of its own, without controls. */
export function callLines(call: CallDetail, timeZone: string): string[] {
  const { id, direction, status, transcript, summary } = call;
  return [
    `Call ${id}: ${cleanLine(direction)}, ${cleanLine(status)}`,
    ...facts(call, timeZone).flatMap(([label, value]) => labelled(label, value)),
    ...section('Summary', summary ? indented(summary, 2) : []),
    ...section('Conversation', conversation(transcript)),
    ...section('Extracted', extracted(call)),
    ...section('Tools', tools(call)),
  ];
}

function facts(call: CallDetail, timeZone: string): [label: string, value: string][] {
  const entries: [string, string | null][] = [
    ['with', [call.contact_name, call.phone].filter(Boolean).join(', ') || 'a withheld number'],
    ['contact', call.contact_id],
    ['started', localTime(call.started_at, timeZone)],
    ['length', formatOffset(call.duration_seconds)],
    ['outcome', call.outcome],
    ['language', call.language],
    ['our number', call.business_phone],
    ['booking', call.booking_id],
    ['recording', call.recording_url],
    ['source', call.source_name],
    ['id there', call.call_reference],
  ];
  return entries.flatMap(([label, value]) => (value === null ? [] : [[label, value]]));
}

function localTime(instant: string, timeZone: string): string {
  const time = formatInstant(instant, timeZone);
  return time ? `${time.weekday} ${time.local.slice(0, 16).replace('T', ' ')} (${timeZone})` : instant;
}

function conversation(transcript: CallDetail['transcript']): string[] {
  const last = transcript.at(-1)?.offset_seconds ?? 0;
  const width = Math.max(4, formatOffset(last).length);
  return transcript.flatMap(({ speaker, text, offset_seconds }) => {
    const head = `  ${formatOffset(offset_seconds).padStart(width)}  ${truncate(cleanLine(speaker), SPEAKER - 2).padEnd(SPEAKER)}`;
    return hanging(head, text);
  });
}

function extracted({ fields }: CallDetail): string[] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) =>
    hanging(`  ${truncate(cleanLine(name), 40)}: `, truncate(String(value), MAX_VALUE), 6),
  );
}

function tools({ tools: used }: CallDetail): string[] {
  return (used ?? []).flatMap(({ name, arguments: input, result, offset_seconds }) => {
    const at = typeof offset_seconds === 'number' ? `${formatOffset(offset_seconds)}  ` : '';
    return [
      ...hanging(`  ${at}${truncate(cleanLine(name), 40)} `, truncate(input ?? '', MAX_VALUE), 6),
      ...(result ? hanging('      answer: ', truncate(result, MAX_VALUE), 6) : []),
    ];
  });
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

const labelled = (label: string, value: string) => hanging(`  ${label.padEnd(LABEL)}`, value);
const indented = (text: string, indent: number) => hanging(' '.repeat(indent), text);

/** Wraps a text of others behind a head; further lines are indented as far as the head is long, or by `indent`. */
function hanging(head: string, text: string, indent = head.length): string[] {
  const lines = wrap(cleanLine(text), WIDTH - Math.max(head.length, indent));
  return lines.map((line, index) => `${index === 0 ? head : ' '.repeat(indent)}${line}`.trimEnd());
}
