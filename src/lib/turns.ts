/** A turn of a conversation. */
export interface Turn {
  /** 1-indexed. */
  turn: number;
  speaker?: string;
  /** Seconds from the start of the call. */
  offset_seconds?: number;
  text: string;
}

/** Turns that are read: those of a call of eight hours. */
export const MAX_TURNS_READ = 10_000;
/** Longer turns are split, so that each part fits an answer. In characters. */
const MAX_TURN_LENGTH = 1_500;
/** A longer name of a speaker is cut, in characters. */
const MAX_SPEAKER_LENGTH = 64;

/** Returns a name of a speaker as turns have it. */
export const shortSpeaker = (name: string): string => name.slice(0, MAX_SPEAKER_LENGTH);

/** Numbers the turns of a conversation: without empty ones, long ones split. Undefined if nothing was said. */
export function numberTurns(turns: readonly Omit<Turn, 'turn'>[]): Turn[] | undefined {
  const parts = turns.flatMap(({ text, ...turn }) => splitTurn(text).map((part) => ({ ...turn, text: part })));
  const nonEmpty = parts.filter((part) => part.text !== '');
  return nonEmpty.length > 0 ? nonEmpty.map((part, index) => ({ turn: index + 1, ...part })) : undefined;
}

/** Splits a long text after a sentence, otherwise after a word, otherwise between two characters. */
export function splitTurn(text: string): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > MAX_TURN_LENGTH) {
    const head = rest.slice(0, MAX_TURN_LENGTH);
    const sentence = Math.max(
      head.lastIndexOf('. '),
      head.lastIndexOf('? '),
      head.lastIndexOf('! '),
      head.lastIndexOf('\n'),
    );
    const word = head.lastIndexOf(' ');
    const at =
      sentence > MAX_TURN_LENGTH / 2
        ? sentence + 1
        : word > MAX_TURN_LENGTH / 2
          ? word
          : head.replace(/[\uD800-\uDBFF]$/, '').length;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest];
}
