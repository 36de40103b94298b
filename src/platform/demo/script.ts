import type { TranscriptTurn } from '../../contract/index.ts';
import type { Random } from './random.ts';

/** Chooses one of the phrasings in every `{one|another}`. Braces without a bar stay what they are. */
export function choose(text: string, random: Random): string {
  return text.replace(/\{([^{}]*\|[^{}]*)\}/g, (_, options: string) => random.pick(options.split('|')));
}

/** How long it takes to say something, in seconds. */
function secondsFor(text: string): number {
  // Chinese is written without spaces, so its length is counted in characters.
  const ideographs = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.split(/\s+/).length;
  return Math.max(1.2, ideographs / 4 + words / 2.7);
}

/**
 * Reads a script: one turn a line, `R:` the receptionist and `C:` the caller; a line such as `~ 20` is twenty
 * seconds in which nobody speaks. The offsets follow from what is said.
 */
export function perform(script: string, random: Random): { transcript: TranscriptTurn[]; seconds: number } {
  const transcript: TranscriptTurn[] = [];
  let clock = 0.5 + random.next() * 2;
  for (const raw of choose(script, random).split('\n')) {
    const line = raw.trim();
    const [, mark, said] = /^(R|C|~):?\s+(.*)$/.exec(line) ?? [];
    if (!mark || said === undefined) {
      if (line) throw new Error(`not a line of a script: ${line}`);
    } else if (mark === '~') {
      clock += Number(said);
    } else {
      const text = said.replace(/ {2,}/g, ' ').trim();
      const speaker = mark === 'R' ? 'receptionist' : 'caller';
      transcript.push({ speaker, text, offset_seconds: Math.floor(clock) });
      clock += secondsFor(text) + 0.2 + random.next();
    }
  }
  return { transcript, seconds: Math.ceil(clock) + random.int(0, 2) };
}
