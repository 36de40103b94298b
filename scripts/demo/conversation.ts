import { styleText } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';

export type Answer = Record<string, unknown>;

const colours = process.stdout.isTTY && !process.env.NO_COLOR;
export const style = (style: 'bold' | 'cyan' | 'red', text: string) => (colours ? styleText(style, text) : text);
export const say = (text: string) => console.log(text);
export const user = (words: string) => say(`\n${style('bold', `User: ${words}`)}`);

/** Lines of an answer that the demo prints; the others are counted. */
const MAX_LINES = 14;

/** Prints a text as the agent receives it, shortened. */
export function show(content: string, failed = false): void {
  const lines = content.trimEnd().split('\n');
  for (const line of lines.slice(0, MAX_LINES)) {
    const text = line.length > 110 ? `${line.slice(0, 109)}…` : line;
    say(`    ${failed ? style('red', text) : text}`);
  }
  if (lines.length > MAX_LINES) say(`    (and ${lines.length - MAX_LINES} more lines)`);
}

/** Returns a function that calls a tool and prints the request and the answer. */
export function toolCaller(client: Client) {
  return async (name: string, args: Answer = {}): Promise<Answer> => {
    say(style('cyan', `  → ${name} ${JSON.stringify(args)}`));
    const result = await client.callTool({ name, arguments: args });
    const [content] = result.content as { text: string }[];
    show(content?.text ?? '', result.isError === true);
    return { ...(result.structuredContent as Answer), failed: result.isError === true };
  };
}
