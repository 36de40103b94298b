import { isNameLike, oneLine } from '../lib/short-text.ts';
import { Said } from './said.tsx';

/** A name, number or single word of others, on one line. One that does not look like that is in quotation marks. */
export function Name({ text }: { text: string }) {
  const line = oneLine(text);
  if (isNameLike(line)) return <Said text={line} />;
  return (
    <span class="quoted">
      “<Said text={line} />”
    </span>
  );
}
