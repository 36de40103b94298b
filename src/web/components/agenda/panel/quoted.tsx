import { useState } from 'preact/hooks';
import { Said } from '../../said.tsx';

/** Characters of a text that are shown at first. */
const SHORT = 280;

/** A longer text of a customer, of which the rest is shown on request. */
export function LongSaid({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > SHORT || text.split('\n').length > 6;
  const shown = isWhole || !isLong ? text : `${text.split('\n').slice(0, 6).join('\n').slice(0, SHORT)}…`;
  return (
    <>
      <Said text={shown} as="block" />
      {isLong && (
        <button type="button" class="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  );
}
