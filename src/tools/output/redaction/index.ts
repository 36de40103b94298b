import { maskAccounts } from './accounts.ts';
import type { Level } from './classify.ts';
import { maskEmails } from './email.ts';
import { numberReplacements, replaceAll } from './numbers.ts';
import { maskTurnNumbers, type SpokenTurn } from './turns.ts';

export type { Level } from './classify.ts';
export { findMask, maskEmail, maskPhone } from './masks.ts';
export { maskTextInPieces, maskTurnsInPieces } from './pieces.ts';
export type { SpokenTurn } from './turns.ts';

/**
 * Masks the sensitive data of a level in free text. Idempotent. Best effort: docs/security.md lists the limits.
 */
export function redactText(text: string, level: Level): string {
  const masked = maskEmailsAndAccounts(text, level);
  return replaceAll(masked, numberReplacements(masked, level));
}

/** Masks the sensitive data of a level in a conversation. Earlier turns are the context of a turn. */
export function redactTurns<T extends SpokenTurn>(turns: readonly T[], level: Level): T[] {
  const masked = turns.map((turn) => ({ ...turn, text: maskEmailsAndAccounts(turn.text, level) }));
  const texts = maskTurnNumbers(masked, level);
  return masked.map((turn, index) => ({ ...turn, text: texts[index] as string }));
}

function maskEmailsAndAccounts(text: string, level: Level): string {
  return maskEmails(level === 'strict' ? maskAccounts(text) : text);
}
