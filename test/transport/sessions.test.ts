import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/platform.ts';
import { cleanEnvironment, startProgram } from '../support/program.ts';
import { placeholders } from './sessions/placeholders.ts';
import { isAnswered, REVISIONS, type Revision, script } from './sessions/script.ts';

/**
 * One sitting of a client of each revision, played to the built program over stdio. Every byte of the answers is
 * compared with `sessions/*.jsonl`, so a change of the wire shows in review. To record again, after reading the
 * difference: `npm run build && npx vitest run test/transport/sessions.test.ts -u`.
 */
const home = temporaryFolder();
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Plays a script; the dialogue, one line of JSON each, with who says it. What is no JSON is a text. */
async function play(revision: Revision): Promise<string> {
  const args = ['--database', join(home, `${revision}.db`), '--toolsets', 'bookings,services', '--output', 'both'];
  const program = startProgram([...args, '--confirm', 'destructive'], cleanEnvironment(home));
  const { stdin, stdout } = program.child;
  if (!stdin || !stdout) throw new Error('no pipes');
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const { hide, fill } = placeholders();
  const said: string[] = [];
  for (const line of script(revision)) {
    said.push(`{"client":${line.startsWith('{') ? line : JSON.stringify(line)}}`);
    stdin.write(`${fill(line)}\n`);
    if (!isAnswered(line)) continue;
    const { value, done } = await answers.next();
    if (done) throw new Error(`the program ended: ${program.output.stderr}`);
    said.push(`{"server":${hide(value)}}`);
  }
  stdin.end();
  expect(await program.ended).toBe(0);
  expect((await answers.next()).done, 'said more than it was asked').toBe(true);
  return `${said.join('\n')}\n`;
}

it.each(REVISIONS)('a client of MCP %s receives the recorded answers', async (revision) => {
  const dialogue = await play(revision);
  // Recordings that any run would match are worth nothing.
  expect(dialogue).toContain('"status":"cancelled"');
  expect(dialogue).not.toMatch(/\b(bk|ct)_[a-z\d]{16}\b/);
  await expect(dialogue).toMatchFileSnapshot(`sessions/${revision}.jsonl`);
});
