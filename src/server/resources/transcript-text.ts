import * as z from 'zod';
import type { JsonObject } from '../../lib/json.ts';
import { say } from '../../lib/text/sentence.ts';
import { cleanLine } from '../../lib/text/text.ts';
import { formatCallOffset } from '../../lib/time/call-offset.ts';
import { fenceFor } from '../../tools/index.ts';

/** The used part of the answer of get_call_transcript. */
const answer = z.object({
  turns: z.array(
    z.object({
      turn: z.number(),
      speaker: z.string().optional(),
      offset_seconds: z.number().optional(),
      text: z.string(),
    }),
  ),
  total_turns: z.number(),
  omitted: z.string().optional(),
});
type Answer = z.output<typeof answer>;

/** Returns the transcript of a call in Markdown, with markers around what was said. @param data the answer of get_call_transcript. */
export function transcriptText(id: string, data: JsonObject): string {
  const { turns, total_turns: total, omitted } = answer.parse(data);
  const heading = String(say`# Transcript of call ${id}`);
  if (turns.length === 0) return `${heading}\n\nThe platform has no transcript of this call.\n`;
  const text = turns.map(line).join('\n');
  const { notice, open, close } = fenceFor(text);
  // The notice is inside the block as well: outside of it the markers would be parsed as HTML.
  const transcript = codeBlock([notice, open, text, close].join('\n'));
  const last = turns.length;
  const rest =
    last < total
      ? String(
          say`These are turns 1 to ${last} of ${total}. The tool get_call_transcript goes on with call_id ${id} and from_turn ${last + 1}.`,
        )
      : `These are all ${total} turns.`;
  return `${[heading, transcript, [rest, omitted].filter(Boolean).join(' ')].join('\n\n')}\n`;
}

/** Puts one turn on one line, so that no speaker can forge the turn of another. */
function line({ turn, speaker, offset_seconds: offset, text }: Answer['turns'][number]): string {
  const at = offset === undefined ? '' : ` [${formatCallOffset(offset)}]`;
  return cleanLine(`${turn}.${at} ${speaker ?? 'unknown'}: ${text}`);
}

/** Returns a code block that its content cannot close. Inside it, links, images and headings have no effect. */
function codeBlock(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
