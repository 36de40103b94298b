import { oneLine } from '../lib/short-text.ts';

/** A longer note is cut, in characters. */
const MAX_NOTE = 1_000;

/** What is missing, masked or withheld in an answer, in sentences, which may quote texts of others. */
export function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <div class="notice">
      <ul>
        {notes.map((note) => (
          <li key={note}>{oneLine(note, MAX_NOTE)}</li>
        ))}
      </ul>
    </div>
  );
}
