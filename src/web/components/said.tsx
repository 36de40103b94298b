import { cutText, visibleText } from '../lib/visible-text.ts';

interface SaidProps {
  /** What a caller or customer said or wrote. */
  text: string;
  /** Default: inline. `block` keeps line breaks. */
  as?: 'inline' | 'block';
  /** Where there is little room: so many characters are shown, and the whole is the title. */
  max?: number;
}

/** Longer texts are no names: their details have them. In characters. */
const MAX_TITLE = 500;

/** Text of a caller or customer: always text, isolated from the direction of the text around it, set off from ours. */
export function Said({ text, as = 'inline', max }: SaidProps) {
  if (max !== undefined) {
    const whole = visibleText(text.slice(0, MAX_TITLE)).trim();
    return (
      <bdi class="said" title={whole}>
        {cutText(whole, max)}
      </bdi>
    );
  }
  const shown = visibleText(text);
  return as === 'block' ? (
    <blockquote class="said" dir="auto">
      {shown}
    </blockquote>
  ) : (
    <bdi class="said">{shown}</bdi>
  );
}
