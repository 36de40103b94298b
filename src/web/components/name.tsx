import { oneLine } from '../lib/short-text.ts';
import { Said } from './said.tsx';

/** Letters, digits and the marks of names and telephone numbers, also masked ones. */
const NAME = /^[\p{L}\p{M}\p{N}\s.,'’·&()/+@_…-]{1,60}$/u;

/** A name, number or single word of others, on one line. One that does not look like that is in quotation marks. */
export function Name({ text }: { text: string }) {
  const line = oneLine(text);
  if (NAME.test(line)) return <Said text={line} />;
  return (
    <span class="quoted">
      “<Said text={line} />”
    </span>
  );
}
