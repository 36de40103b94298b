import type { Segment } from '../lib/find-words.ts';

/** Words of a caller with marks in them: a quotation like `Said`, whose parts are text and elements, never markup. */
export function SaidMarked({ parts }: { parts: readonly Segment[] }) {
  return (
    <blockquote class="said" dir="auto">
      {parts.map(({ text, isWord, isPromise }, index) => {
        // The parts of a text never change their order.
        const word = isWord ? <mark key={index}>{text}</mark> : text;
        return isPromise ? (
          <span key={index} class="promised">
            {word}
          </span>
        ) : (
          word
        );
      })}
    </blockquote>
  );
}
