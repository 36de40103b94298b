import type { CallDetail, Read } from '../../contract/index.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';

/** A turn of a conversation, as far as the platform tells it. */
export interface Turn {
  /** 1-indexed. */
  turn: number;
  speaker?: string;
  /** Seconds from the start of the call. */
  offset_seconds?: number;
  text: string;
}

/** The names under which platforms keep a transcript, in a call or in an object inside it, likeliest first. */
const HOLDERS = [
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
const TEXTS = ['text', 'content', 'message', 'transcript', 'utterance', 'body', 'words'];
const SPEAKERS = ['speaker', 'role', 'participant', 'speaker_label', 'channel', 'author', 'from', 'name', 'user'];
/** Names of a turn's beginning, and how many of its unit make a second. */
const TIMES: [string, number][] = [
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

/** A turn's beginning is within a day of the call's: a larger number is a date, or in milliseconds. */
const LONGEST_CALL_SECONDS = 86_400;

/**
 * The turns of a call's transcript. Platforms differ in how they keep it: turns under several usual names, nested in an
 * object, or plain text, whose lines are turns then. Undefined when the call has none.
 */
export function transcriptOf({ fields, other }: Read<typeof CallDetail>): Turn[] | undefined {
  const turns = fields.transcript ?? undefined;
  const found = turns && turns.length > 0 ? turns : find({ ...other }, 0);
  if (typeof found === 'string') return fromText(found);
  return found && numbered(found.map(readTurn));
}

/** Fields of a call that hold its transcript: they are not shown a second time among the undocumented ones. */
export function transcriptFields({ other }: Read<typeof CallDetail>): string[] {
  return HOLDERS.filter((name) => find({ [name]: other[name] }, 0) !== undefined);
}

function find(record: JsonObject, depth: number): unknown[] | string | undefined {
  for (const name of HOLDERS) {
    const value = record[name];
    if (Array.isArray(value) && value.some(isTurn)) return value;
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (isObject(value) && depth < 2) {
      const nested = typeof value.text === 'string' ? value.text : find(value, depth + 1);
      if (nested !== undefined && nested !== '') return nested;
    }
  }
  return undefined;
}

function isTurn(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : isObject(value) && textOf(value) !== undefined;
}

function textOf(turn: JsonObject): string | undefined {
  for (const name of TEXTS) {
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
  if (typeof value === 'string') return { ...spoken(value) };
  if (!isObject(value)) return { text: '' };
  const speaker = SPEAKERS.map((name) => value[name]).find(
    (name) => typeof name === 'string' || typeof name === 'number',
  );
  const offset = offsetOf(value);
  return {
    ...(speaker === undefined ? {} : { speaker: String(speaker).slice(0, 64) }),
    ...(offset === undefined ? {} : { offset_seconds: offset }),
    text: textOf(value) ?? '',
  };
}

function offsetOf(turn: JsonObject): number | undefined {
  for (const [name, unit] of TIMES) {
    const value = turn[name];
    if (typeof value === 'number' && value >= 0) {
      const seconds = value / unit;
      return seconds <= LONGEST_CALL_SECONDS ? Math.round(seconds * 10) / 10 : undefined;
    }
    if (typeof value === 'string') {
      const clock = /^(?:(\d+):)?(\d{1,2}):(\d{2})(?:\.\d+)?$/.exec(value);
      if (clock) return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
    }
  }
  return undefined;
}

function fromText(text: string): Turn[] | undefined {
  return numbered(text.split(/\r?\n/).map(spoken));
}

/** Longer turns are told in parts, so that any of them fits an answer. */
const LONGEST_TURN = 1_500;

function numbered(turns: Omit<Turn, 'turn'>[]): Turn[] | undefined {
  const parts = turns.flatMap(({ text, ...turn }) => split(text.trim()).map((part) => ({ ...turn, text: part })));
  const spokenParts = parts.filter((part) => part.text !== '');
  return spokenParts.length > 0 ? spokenParts.map((part, index) => ({ turn: index + 1, ...part })) : undefined;
}

/** Cuts a long text after sentences, else after words, else anywhere but inside a character. */
function split(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > LONGEST_TURN) {
    const head = rest.slice(0, LONGEST_TURN);
    const sentence = Math.max(
      head.lastIndexOf('. '),
      head.lastIndexOf('? '),
      head.lastIndexOf('! '),
      head.lastIndexOf('\n'),
    );
    const word = head.lastIndexOf(' ');
    const at =
      sentence > LONGEST_TURN / 2
        ? sentence + 1
        : word > LONGEST_TURN / 2
          ? word
          : head.replace(/[\uD800-\uDBFF]$/, '').length;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest];
}

/** `[00:12] Caller: Hello`: time and speaker (two words at most) as transcripts in plain text write them. */
function spoken(line: string): Omit<Turn, 'turn'> {
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
