import { type Sentence, withoutDelimiters } from '../../lib/sentence.ts';
import { cleanLine, truncate } from '../../lib/text.ts';
import type { ToolSettings } from '../core/settings.ts';
import { redactFreeText } from './redact.ts';
import { MASKS } from './redaction/masks.ts';

type QuoteSettings = Pick<ToolSettings, 'redact'>;

/**
 * Puts text of others on one line, masked as configured, without quotation marks and brackets that could end the place
 * where it stands.
 */
export function inlineText(text: string, settings: QuoteSettings): string {
  // Masked first, because brackets are part of how numbers are written.
  const inline = withoutDelimiters(redactFreeText(text, settings));
  return settings.redact === 'off' ? inline : withMasks(inline);
}

/** Returns the brackets of masks. */
function withMasks(text: string): string {
  return Object.values(MASKS).reduce((result, mask) => result.replaceAll(`'${mask.slice(1, -1)}'`, mask), text);
}

/** Quotes text of others inside a sentence. */
export function quote(text: string, settings: QuoteSettings, maxLength = 300): string {
  return `"${truncate(inlineText(text, settings), maxLength)}"`;
}

/** Renders a sentence for a client: on one line, with the values of others quoted and masked. */
export function renderSentence(sentence: string | Sentence, settings: QuoteSettings): string {
  const text = typeof sentence === 'string' ? sentence : sentence.render((value, max) => quote(value, settings, max));
  return cleanLine(text);
}
