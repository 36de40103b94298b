import type { Level } from './classify.ts';
import { createEchoFinder, MAX_ECHO_LENGTH } from './echoes.ts';
import { findEmails, findRepeatedNames } from './emails.ts';
import { findIbans } from './iban.ts';
import { MASKS } from './masks.ts';
import { type ContextBefore, findNumbers } from './numbers.ts';
import { inOrder, type Replacement, replaceAll } from './replacement.ts';
import { TURN_BREAK } from './runs.ts';

export interface SpokenTurn {
  speaker?: string | undefined;
  text: string;
}

/** Replacements of each turn. */
type TurnReplacements = Replacement[][];

/**
 * Masks the sensitive data of a level in a conversation: also an address or a number that its speaker continues in their
 * next turn, one that only the question of the other speaker classifies, and one that the other speaker repeats.
 */
export function redactTurns<T extends SpokenTurn>(turns: readonly T[], level: Level): T[] {
  const withoutAddresses = apply(turns, addressReplacements(turns, level));
  return apply(withoutAddresses, numberReplacements(withoutAddresses, level));
}

function apply<T extends SpokenTurn>(turns: readonly T[], replacements: TurnReplacements): T[] {
  return turns.map((turn, index) => ({ ...turn, text: replaceAll(turn.text, inOrder(replacements[index] ?? [])) }));
}

/** Turns around an address in which its name may be repeated. */
const REPEATED_WITHIN = 3;

function addressReplacements(turns: readonly SpokenTurn[], level: Level): TurnReplacements {
  const found = turns.map((): Replacement[] => []);
  for (const speech of speechesOf(turns)) {
    const emails = findEmails(speech.text);
    const replacements = level === 'strict' ? [...findIbans(speech.text), ...emails] : emails;
    for (const replacement of replacements) placeInTurns(replacement, speech, found);
    if (turns.length === 1) continue;
    for (const { start, end, mask } of emails) {
      if (mask !== MASKS.email) continue;
      const turn = speech.own[speech.turnAt(start)] as number;
      const name = speech.text.slice(start, end);
      for (let index = Math.max(0, turn - REPEATED_WITHIN); index <= turn + REPEATED_WITHIN; index++) {
        const near = turns[index]?.text ?? '';
        if (near.length <= MAX_ECHO_LENGTH) found[index]?.push(...findRepeatedNames(foldWidth(near), name));
      }
    }
  }
  return found;
}

function numberReplacements(turns: readonly SpokenTurn[], level: Level): TurnReplacements {
  const found = turns.map((): Replacement[] => []);
  const findEchoes = createEchoFinder(turns);
  for (const speech of speechesOf(turns)) {
    const context = turns.length > 1 ? contextIn(speech, turns) : undefined;
    for (const number of findNumbers(speech.text, level, context)) {
      placeInTurns(number, speech, found);
      if (turns.length === 1) continue;
      const said = speech.own.slice(speech.turnAt(number.start), speech.turnAt(number.end - 1) + 1);
      for (const { turn, ...echo } of findEchoes(number, said)) found[turn]?.push(echo);
    }
  }
  return found;
}

/** All turns of one speaker, as one text. */
interface Speech {
  text: string;
  /** Indices of the turns. */
  own: readonly number[];
  /** Positions at which the turns start in the text. */
  starts: readonly number[];
  /** Returns the number of the turn at a position, as an index of `own` and `starts`. */
  turnAt(position: number): number;
}

function speechesOf(turns: readonly SpokenTurn[]): Speech[] {
  const speakers = new Map<string | undefined, number[]>();
  turns.forEach(({ speaker }, index) => {
    const own = speakers.get(speaker);
    if (own) own.push(index);
    else speakers.set(speaker, [index]);
  });
  return Array.from(speakers.values(), (own) => {
    const starts: number[] = [];
    let length = 0;
    const texts = own.map((index) => foldWidth((turns[index] as SpokenTurn).text));
    for (const text of texts) {
      starts.push(length);
      length += text.length + TURN_BREAK.length;
    }
    return { text: texts.join(TURN_BREAK), own, starts, turnAt: (position) => lastStartBefore(starts, position) };
  });
}

/** Replaces full-width characters by those that they stand for. The length stays the same. */
function foldWidth(text: string): string {
  return text.replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));
}

/** Returns the index of the last of ascending starts that is not after a position (binary search). */
function lastStartBefore(starts: readonly number[], position: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] as number) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Lengths of what classifies a number: the end of the question before it, and of what its speaker said before. */
const QUESTION_LENGTH = 160;
const CONTEXT_LENGTH = 200;

/** The context of a number in a conversation: what its speaker said before, the question of the other one, its own turn. */
function contextIn({ text, own, starts, turnAt }: Speech, turns: readonly SpokenTurn[]): ContextBefore {
  return (start, last) => {
    const turn = turnAt(start);
    const turnStart = starts[turn] as number;
    const sameTurn = text.slice(Math.max(turnStart, last?.end ?? 0, start - CONTEXT_LENGTH), start);
    const lastTurn = last === undefined ? -1 : turnAt(last.end - 1);
    const index = own[turn] as number;
    const isAnswer = index > 0 && own[turn - 1] !== index - 1;
    const question = isAnswer ? (turns[index - 1] as SpokenTurn).text.slice(-QUESTION_LENGTH) : '';
    if (last && lastTurn === turn) return `${question}\n${last.mask}${sameTurn}`;
    const earlier = text.slice(Math.max(starts[turn - 1] ?? 0, last?.end ?? 0, turnStart - CONTEXT_LENGTH), turnStart);
    return `${last && lastTurn === turn - 1 ? last.mask : ''}${earlier}\n${question}\n${sameTurn}`;
  };
}

function placeInTurns(replacement: Replacement, { text, own, starts, turnAt }: Speech, found: TurnReplacements): void {
  const [first, last] = [turnAt(replacement.start), turnAt(replacement.end - 1)];
  for (let turn = first; turn <= last; turn++) {
    const turnStart = starts[turn] as number;
    const turnEnd = (starts[turn + 1] ?? text.length + TURN_BREAK.length) - TURN_BREAK.length;
    const start = Math.max(turnStart, replacement.start);
    const part = text.slice(start, Math.min(turnEnd, replacement.end));
    // Separators at the end of one turn and at the start of the next are not part of the number.
    const lead = turn === first ? 0 : part.length - part.replace(/^[^\p{L}\p{N}+(]+/u, '').length;
    const length = turn === last ? part.length : part.replace(/[^\p{L}\p{N}]+$/u, '').length;
    if (length <= lead) continue;
    const offset = start - turnStart;
    found[own[turn] as number]?.push({ start: offset + lead, end: offset + length, mask: replacement.mask });
  }
}
