import { maskAccounts } from './accounts.ts';
import type { Level } from './classify.ts';
import { maskEmails } from './email.ts';
import { numberReplacements, replaceAll } from './numbers.ts';
import { maskTurnNumbers, type SpokenTurn } from './turns.ts';

export type { Level } from './classify.ts';
export { findMask, maskEmail, maskPhone } from './masks.ts';
export type { SpokenTurn } from './turns.ts';

/**
 * Masks what a level asks for in a text that somebody wrote. Masking twice changes nothing more. Best effort: see
 * docs/security.md for what it misses.
 */
export function redactText(text: string, level: Level): string {
  const masked = maskWritten(text, level);
  return replaceAll(masked, numberReplacements(masked, level));
}

/** The same for a conversation, with regard to what was said in the turns before. */
export function redactTurns<T extends SpokenTurn>(turns: readonly T[], level: Level): T[] {
  const masked = turns.map((turn) => ({ ...turn, text: maskWritten(turn.text, level) }));
  const texts = maskTurnNumbers(masked, level);
  return masked.map((turn, index) => ({ ...turn, text: texts[index] as string }));
}

function maskWritten(text: string, level: Level): string {
  return maskEmails(level === 'strict' ? maskAccounts(text) : text);
}
