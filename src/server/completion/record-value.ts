import { withoutDelimiters } from '../../lib/text/sentence.ts';
import { truncate } from '../../lib/text/text.ts';

/** Longer labels are truncated, in characters. */
const MAX_LABEL_LENGTH = 160;

/** An id that is the same wherever it is shown: one word without delimiters and invisible characters. */
export function isShowableId(id: unknown): id is string {
  return typeof id === 'string' && /^\S{1,256}$/.test(id) && withoutDelimiters(id) === id;
}

/**
 * Formats a suggested record, `[bk_1] Monday 2026-03-02 09:00, Ana Diaz`. The id comes first and in the only brackets: the
 * label has words of others, which must not be able to name another record.
 */
export function formatRecordValue(id: string, label: string): string {
  return `[${id}] ${truncate(withoutDelimiters(label), MAX_LABEL_LENGTH)}`.trimEnd();
}

/** Returns the id of a suggested record; undefined for other text. */
export function parseRecordValue(text: string): string | undefined {
  const id = /^\[([^\]]+)\](?: |$)/.exec(text)?.[1];
  return isShowableId(id) ? id : undefined;
}

/** True for text that begins like a suggested record. */
export const isRecordValue = (text: string): boolean => text.startsWith('[');
