import { sourceOfWords } from '../../../lib/search/query-term.ts';
import { findWords, type Segment, segmentsOf, type TextRange } from '../../lib/find-words.ts';
import { countText, durationText, spanText } from '../../lib/moments.ts';
import { block } from '../../lib/short-text.ts';
import { visibleText } from '../../lib/visible-text.ts';
import type { CallPromise, ReviewedCall } from './call.ts';

/** Words of this page for words of the platform. Values that are not listed are shown as the platform writes them. */
const PROMISES: Readonly<Record<string, string>> = {
  callback: 'Call back',
  booking: 'Make a booking',
  quote: 'Send a quote',
  refund: 'Give a refund',
  waiting_list: 'Offer a place that becomes free',
};
const SPEAKERS: Readonly<Record<string, string>> = {
  receptionist: 'Receptionist',
  agent: 'Receptionist',
  assistant: 'Receptionist',
  bot: 'Receptionist',
  ai: 'Receptionist',
  caller: 'Caller',
  user: 'Caller',
  customer: 'Caller',
  human: 'Caller',
};

export const promiseTitle = ({ kind }: Pick<CallPromise, 'kind'>): string =>
  (Object.hasOwn(PROMISES, kind) ? PROMISES[kind] : undefined) ?? 'Promise';

/** The name of a speaker as this page writes it; undefined for a name that only the transcript has. */
export const speakerTitle = (speaker: string): string | undefined =>
  Object.hasOwn(SPEAKERS, speaker.toLowerCase()) ? SPEAKERS[speaker.toLowerCase()] : undefined;

export function directionTitle(direction: string | undefined): string {
  if (direction === 'inbound') return 'Incoming call';
  return direction === 'outbound' ? 'Outgoing call' : 'Call';
}

/** Whether a promise is kept, in one word for a badge, with its kind for a style. */
export function promiseState({ status, isOverdue }: CallPromise): { word: string; tone: 'bad' | 'warn' | 'good' | '' } {
  if (status === 'open') return isOverdue ? { word: 'Overdue', tone: 'bad' } : { word: 'Open', tone: 'warn' };
  if (status === 'contacted') return { word: 'In contact since', tone: '' };
  return status === 'done' ? { word: 'Kept', tone: 'good' } : { word: 'Not checked', tone: '' };
}

/** `open for 3 days, overdue for 2 days`; undefined for a promise that is not open or whose age is unknown. */
export function ageText({ status, due, isOverdue }: CallPromise, madeAt: number | undefined, now: number | undefined) {
  if (status !== 'open' || madeAt === undefined || now === undefined) return undefined;
  const open = `open for ${spanText(now - madeAt)}`;
  return isOverdue && due !== undefined ? `${open}, overdue for ${spanText(now - due)}` : open;
}

/** Divides what was said into parts with and without marks. */
export function markedParts(text: string, query: string | undefined, sentences: readonly string[]): Segment[] {
  const shown = block(text);
  const promised = sentences.flatMap((sentence) => rangeOfSentence(shown, sentence) ?? []);
  return segmentsOf(shown, query ? findWords(shown, query) : [], promised);
}

/** Where a sentence of an answer, which may be cut at its end, stands in a text. */
function rangeOfSentence(text: string, sentence: string): TextRange | undefined {
  const words = visibleText(sentence)
    .replace(/(?:…|\.{3})$/, '')
    .trim()
    .split(/\s+/);
  if (words[0] === '') return undefined;
  const match = new RegExp(sourceOfWords(words), 'u').exec(text);
  return match ? { from: match.index, to: match.index + match[0].length } : undefined;
}

/** Whether a promise was made in a turn. */
export const isPromisedIn = (promise: CallPromise, { turn, text }: { turn: number; text: string }): boolean =>
  promise.turn === undefined
    ? promise.sentence !== undefined && rangeOfSentence(block(text), promise.sentence) !== undefined
    : promise.turn === turn;

/** `19 turns, 1 min 47 s`; empty if neither is known. */
export const lengthText = ({ turnCount, durationSeconds }: ReviewedCall): string =>
  [
    ...(durationSeconds === undefined ? [] : [durationText(durationSeconds)]),
    ...(turnCount ? [countText(turnCount, 'turn')] : []),
  ].join(', ');

/** An address that a host may open: https only, without credentials. */
export function safeAddress(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, username, password, href } = new URL(address);
  return protocol === 'https:' && username === '' && password === '' ? href : undefined;
}
