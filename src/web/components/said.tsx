import { visibleText } from '../lib/visible-text.ts';

interface SaidProps {
  /** What a caller or customer said or wrote. */
  text: string;
  /** Default: inline. `block` keeps line breaks. */
  as?: 'inline' | 'block';
}

/** Text of a caller or customer: always text, isolated from the direction of the text around it, set off from ours. */
export function Said({ text, as = 'inline' }: SaidProps) {
  const shown = visibleText(text);
  return as === 'block' ? (
    <blockquote class="said" dir="auto">
      {shown}
    </blockquote>
  ) : (
    <bdi class="said">{shown}</bdi>
  );
}
