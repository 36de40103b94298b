import { MASKS } from '../../lib/redaction/masks.ts';
import { type Sentence, withRoundBrackets } from '../../lib/text/sentence.ts';
import { cleanLine, truncate } from '../../lib/text/text.ts';
import type { ToolSettings } from '../core/settings.ts';
import { redactBeginning } from './redact.ts';

type QuoteSettings = Pick<ToolSettings, 'redact'>;

const MAX_QUOTED = 300;

/**
 * Puts text of others on one line, masked as configured, without quotation marks and brackets that could end the place
 * where it stands.
 */
function inlineText(text: string, settings: QuoteSettings, maxLength: number): string {
  // The platform's text may be of any length, and most of it white space.
  const line = cleanLine(text.slice(0, maxLength * 8));
  // Masked first, because brackets are part of how numbers are written.
  const inline = withRoundBrackets(redactBeginning(line, maxLength, settings));
  return truncate(settings.redact === 'off' ? inline : withMasks(inline), maxLength);
}

/** Returns the brackets of masks. */
function withMasks(text: string): string {
  return Object.values(MASKS).reduce((result, mask) => result.replaceAll(`'${mask.slice(1, -1)}'`, mask), text);
}

/** Quotes text of others inside a sentence. */
function quote(text: string, settings: QuoteSettings, maxLength = MAX_QUOTED): string {
  return `"${inlineText(text, settings, maxLength)}"`;
}

/** Quotes a message of the platform, without its last full stop: the sentence around it has one. */
export function quoteMessage(text: string, settings: QuoteSettings): string {
  return `"${inlineText(text.trimEnd().replace(/\.$/, ''), settings, MAX_QUOTED)}"`;
}

/** Renders a sentence for a client: on one line, with the values of others quoted and masked. */
export function renderSentence(sentence: string | Sentence, settings: QuoteSettings): string {
  const text = typeof sentence === 'string' ? sentence : sentence.render((value, max) => quote(value, settings, max));
  return cleanLine(text);
}
