import type { Level } from './classify.ts';
import { redactTurns } from './turns.ts';

export type { Level } from './classify.ts';
export { findMask, maskEmail, maskPhone } from './masks.ts';
export { maskTextInPieces, maskTurnsInPieces } from './pieces.ts';
export { redactTurns, type SpokenTurn } from './turns.ts';

/**
 * Masks the sensitive data of a level in free text. Idempotent. Best effort: docs/security.md lists the limits.
 */
export function redactText(text: string, level: Level): string {
  return redactTurns([{ text }], level)[0]?.text ?? '';
}
