import type { Level } from './classify.ts';
import { numberReplacements, type Replacement, replaceAll } from './numbers.ts';
import type { Span } from './tokens.ts';

export interface SpokenTurn {
  speaker?: string | undefined;
  text: string;
}

/** How much of the turn before tells what a turn's number is: `And the security code?` */
const QUESTION_CHARACTERS = 160;

/**
 * Masks numbers in turns of a conversation: also one that its speaker goes on with in the next turn of theirs, and one
 * that only the other's question says what it is.
 */
export function maskTurnNumbers(turns: readonly SpokenTurn[], level: Level): string[] {
  const found = turns.map((): Replacement[] => []);
  for (const speaker of new Set(turns.map((turn) => turn.speaker))) {
    const own = turns.flatMap((turn, index) => (turn.speaker === speaker ? [index] : []));
    const { text, starts } = joined(own.map((index) => (turns[index] as SpokenTurn).text));
    const at = (position: number) => starts.findLastIndex((start) => start <= position);
    const before = (position: number) => {
      const place = at(position);
      const index = own[place] as number;
      return index > 0 ? (turns[index - 1] as SpokenTurn).text.slice(-QUESTION_CHARACTERS) : '';
    };
    for (const replacement of numberReplacements(text, level, before))
      for (let place = at(replacement.start); place <= at(replacement.end - 1); place++) {
        const start = starts[place] as number;
        const index = own[place] as number;
        const said = (turns[index] as SpokenTurn).text;
        const part = {
          start: Math.max(0, replacement.start - start),
          end: Math.min(said.length, replacement.end - start),
        };
        found[index]?.push({ ...trimmed(said, part), mask: replacement.mask });
      }
  }
  return turns.map((turn, index) => replaceAll(turn.text, found[index] ?? []));
}

/** A number that a turn cuts ends at its last digit there, not at what follows it. */
function trimmed(text: string, { start, end }: Span): Span {
  const part = text.slice(start, end);
  const lead = part.length - part.replace(/^[^\p{L}\p{N}+(]+/u, '').length;
  return { start: start + lead, end: end - (part.length - part.replace(/[^\p{L}\p{N}]+$/u, '').length) };
}

function joined(texts: readonly string[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  let text = '';
  for (const part of texts) {
    starts.push(text.length);
    text += `${part}\n`;
  }
  return { text, starts };
}
