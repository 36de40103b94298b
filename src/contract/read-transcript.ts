import { isObject, type JsonObject } from '../lib/json.ts';
import { MAX_TURNS_READ, numberTurns, shortSpeaker, type Turn } from '../lib/turns.ts';
import type { Read } from './resource.ts';
import type { CallDetail } from './resources.ts';

/** Field names of transcripts, in a call or in an object inside it, the most likely first. */
const TRANSCRIPT_FIELDS = [
  'transcript',
  'turns',
  'messages',
  'utterances',
  'segments',
  'entries',
  'conversation',
  'dialogue',
  'transcription',
  'items',
  'data',
];
const TEXT_FIELDS = ['text', 'content', 'message', 'transcript', 'utterance', 'body', 'words'];
const SPEAKER_FIELDS = ['speaker', 'role', 'participant', 'speaker_label', 'channel', 'author', 'from', 'name', 'user'];
/** Field names of the start of a turn, with the number of units per second. */
const START_FIELDS: [string, number][] = [
  ['offset_seconds', 1],
  ['start_seconds', 1],
  ['time_in_call_secs', 1],
  ['seconds_from_start', 1],
  ['secondsFromStart', 1],
  ['start', 1],
  ['start_time', 1],
  ['offset', 1],
  ['time', 1],
  ['timestamp', 1],
  ['offset_ms', 1_000],
  ['start_ms', 1_000],
];

/** A larger offset is a date, or in milliseconds. */
const MAX_OFFSET_SECONDS = 86_400;

/**
 * Returns the turns of a transcript; undefined if the call has none. Platforms use several formats: turns under various
 * names, nested in an object, or plain text with one turn per line.
 */
export function transcriptOf({ fields, other }: Read<typeof CallDetail>): Turn[] | undefined {
  const turns = fields.transcript ?? undefined;
  const found = turns && turns.length > 0 ? turns : findTranscript({ ...other }, 0);
  if (typeof found === 'string') return parseText(found);
  return found && numberTurns(found.slice(0, MAX_TURNS_READ).map(readTurn));
}

/** Returns the fields that contain the transcript, so that the undocumented fields do not repeat it. */
export function transcriptFields({ other }: Read<typeof CallDetail>): string[] {
  return TRANSCRIPT_FIELDS.filter((name) => findTranscript({ [name]: other[name] }, 0) !== undefined);
}

function findTranscript(record: JsonObject, depth: number): unknown[] | string | undefined {
  for (const name of TRANSCRIPT_FIELDS) {
    const value = record[name];
    if (Array.isArray(value) && value.some(isTurn)) return value;
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (isObject(value) && depth < 2) {
      const nested = typeof value.text === 'string' ? value.text : findTranscript(value, depth + 1);
      if (nested !== undefined && nested !== '') return nested;
    }
  }
  return undefined;
}

function isTurn(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : isObject(value) && textOf(value) !== undefined;
}

function textOf(turn: JsonObject): string | undefined {
  for (const name of TEXT_FIELDS) {
    const value = turn[name];
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) {
      const parts = value.map((part) =>
        typeof part === 'string' ? part : isObject(part) ? (part.text ?? part.word) : undefined,
      );
      if (parts.length > 0 && parts.every((part) => typeof part === 'string')) return parts.join(' ');
    }
  }
  return undefined;
}

function readTurn(value: unknown): Omit<Turn, 'turn'> {
  if (typeof value === 'string') return parseLine(value);
  if (!isObject(value)) return { text: '' };
  const speaker = SPEAKER_FIELDS.map((name) => value[name]).find(
    (name) => typeof name === 'string' || typeof name === 'number',
  );
  const offset = offsetOf(value);
  return {
    ...(speaker === undefined ? {} : { speaker: shortSpeaker(String(speaker)) }),
    ...(offset === undefined ? {} : { offset_seconds: offset }),
    text: textOf(value) ?? '',
  };
}

function offsetOf(turn: JsonObject): number | undefined {
  for (const [name, unitsPerSecond] of START_FIELDS) {
    const value = turn[name];
    if (typeof value === 'number' && value >= 0) {
      const seconds = value / unitsPerSecond;
      return seconds <= MAX_OFFSET_SECONDS ? Math.round(seconds * 10) / 10 : undefined;
    }
    if (typeof value === 'string') {
      const clock = /^(?:(\d+):)?(\d{1,2}):(\d{2})(?:\.\d+)?$/.exec(value);
      if (clock) return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
    }
  }
  return undefined;
}

function parseText(text: string): Turn[] | undefined {
  return numberTurns(text.split(/\r?\n/, MAX_TURNS_READ).map(parseLine));
}

/** Parses a line of a plain text transcript, `[00:12] Caller: Hello`: optional time and speaker (up to two words). */
function parseLine(line: string): Omit<Turn, 'turn'> {
  const match =
    /^\s*(?:[[(]?((?:\d+:)?\d{1,2}:\d{2})[\])]?\s*)?(?:(\p{L}[\p{L}\p{N}._-]{0,24}(?: [\p{L}\p{N}._-]{1,24})?):\s+)?(.*)$/su.exec(
      line,
    );
  const offset = match?.[1] ? offsetOf({ time: match[1] }) : undefined;
  return {
    ...(match?.[2] ? { speaker: match[2] } : {}),
    ...(offset === undefined ? {} : { offset_seconds: offset }),
    text: match?.[3] ?? line,
  };
}
