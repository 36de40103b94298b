import { cleanLine, truncate } from '../../lib/text.ts';
import type { ToolSettings } from '../core/settings.ts';
import { redactBeginning } from './redact.ts';

/**
 * Quotes untrusted text inside a sentence: on one line, masked as configured, truncated, and without quotation marks that
 * could close the quotation.
 */
export function quote(text: string, settings: Pick<ToolSettings, 'redact'>, maxLength = 300): string {
  // The platform's text may be of any length, and most of it white space.
  const line = cleanLine(text.slice(0, maxLength * 8)).replaceAll('"', "'");
  return `"${truncate(redactBeginning(line, maxLength, settings), maxLength)}"`;
}
