import { styleText } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';

export type Answer = Record<string, unknown>;

const colours = process.stdout.isTTY && !process.env.NO_COLOR;
export const style = (style: 'bold' | 'cyan' | 'red', text: string) => (colours ? styleText(style, text) : text);
export const say = (text: string) => console.log(text);
export const user = (words: string) => say(`\n${style('bold', `User: ${words}`)}`);

/** Lines of an answer that the demo shows; the rest is counted. */
const SHOWN = 14;

/** Shows a text as the agent gets it. */
export function show(content: string, failed = false): void {
  const lines = content.trimEnd().split('\n');
  for (const line of lines.slice(0, SHOWN)) {
    const text = line.length > 110 ? `${line.slice(0, 109)}…` : line;
    say(`    ${failed ? style('red', text) : text}`);
  }
  if (lines.length > SHOWN) say(`    (and ${lines.length - SHOWN} more lines)`);
}

/** Calls tools, and shows what was asked and answered. */
export function toolCaller(client: Client) {
  return async (name: string, args: Answer = {}): Promise<Answer> => {
    say(style('cyan', `  → ${name} ${JSON.stringify(args)}`));
    const result = await client.callTool({ name, arguments: args });
    const [content] = result.content as { text: string }[];
    show(content?.text ?? '', result.isError === true);
    return { ...(result.structuredContent as Answer), failed: result.isError === true };
  };
}
