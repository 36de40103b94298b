import { cleanLine, truncate } from '../../lib/text.ts';
import type { ToolSettings } from '../core/settings.ts';
import { redactFreeText } from './redact.ts';

/**
 * Quotes untrusted text inside a sentence: on one line, masked as configured, truncated, and without quotation marks that
 * could close the quotation.
 */
export function quote(text: string, settings: Pick<ToolSettings, 'redact'>, maxLength = 300): string {
  const line = cleanLine(text).replaceAll('"', "'");
  return `"${truncate(redactFreeText(line, settings), maxLength)}"`;
}
