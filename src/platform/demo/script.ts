import type { TranscriptTurn } from '../../contract/index.ts';
import type { Random } from './random.ts';

/** Replaces every `{one|another}` by one of its alternatives. Braces without a bar are left unchanged. */
function choose(text: string, random: Random): string {
  return text.replace(/\{([^{}]*\|[^{}]*)\}/g, (_, options: string) => random.pick(options.split('|')));
}

/** Estimated duration of spoken text, in seconds. */
function secondsFor(text: string): number {
  // Chinese is written without spaces, so its length is counted in characters.
  const ideographs = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.split(/\s+/).length;
  return Math.max(1.2, ideographs / 4 + words / 2.7);
}

/**
 * Converts a script to a transcript. Each line is one turn: `R:` by the receptionist, `C:` by the caller. A line such as
 * `~ 20` is a silence of twenty seconds. Offsets are computed from the length of the spoken text.
 */
export function performScript(script: string, random: Random): { transcript: TranscriptTurn[]; seconds: number } {
  const transcript: TranscriptTurn[] = [];
  let clock = 0.5 + random.next() * 2;
  for (const raw of choose(script, random).split('\n')) {
    const line = raw.trim();
    const [, marker, spokenText] = /^(R|C|~):?\s+(.*)$/.exec(line) ?? [];
    if (!marker || spokenText === undefined) {
      if (line) throw new Error(`not a line of a script: ${line}`);
    } else if (marker === '~') {
      clock += Number(spokenText);
    } else {
      const text = spokenText.replace(/ {2,}/g, ' ').trim();
      const speaker = marker === 'R' ? 'receptionist' : 'caller';
      transcript.push({ speaker, text, offset_seconds: Math.floor(clock) });
      clock += secondsFor(text) + 0.2 + random.next();
    }
  }
  return { transcript, seconds: Math.ceil(clock) + random.int(0, 2) };
}
