import { cleanLine, truncate } from '../../lib/text.ts';
import type { ToolSettings } from '../core/settings.ts';
import { redactFreeText } from './redact.ts';

/**
 * Somebody else's words inside a sentence of ours, in quotation marks: on one line, masked as the operator asks, bounded,
 * and unable to close the quotation.
 */
export function quoted(text: string, settings: Pick<ToolSettings, 'redact'>, most = 300): string {
  const line = cleanLine(text).replaceAll('"', "'");
  return `"${truncate(redactFreeText(line, settings), most)}"`;
}
