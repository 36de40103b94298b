import { useId, useState } from 'preact/hooks';
import { useFocus } from './hooks.ts';
import type { Draft } from './use-agenda.ts';

/** Characters of notes that `update_booking` takes. Its schema is not a part of pages, nor this number of the first tool call. */
const MAX_NOTES = 5_000;

interface NotesFormProps {
  draft: Draft;
  /** False where something else needs the focus. */
  isFocused: boolean;
  onSave(text: string): void;
  onCancel(): void;
}

/** The notes of an appointment, to change them. It is no form: hosts may forbid views to send one. */
export function NotesForm({ draft, isFocused, onSave, onCancel }: NotesFormProps) {
  const id = useId();
  const [text, setText] = useState(draft.text);
  const field = useFocus<HTMLTextAreaElement>(isFocused ? draft.booking.key : undefined);
  const written = text.trim();
  const isChanged = written !== (draft.booking.notes ?? '');
  const isTooLong = written.length > MAX_NOTES;
  const save = () => {
    if (!isChanged) onCancel();
    else if (!isTooLong) onSave(written);
  };
  return (
    <div class="notes-form">
      <label for={id}>Notes</label>
      <textarea
        ref={field}
        id={id}
        rows={6}
        dir="auto"
        value={text}
        aria-describedby={`${id}-limit`}
        aria-invalid={isTooLong}
        onKeyDown={({ key }) => {
          // What was written is dropped by the button alone.
          if (key === 'Escape' && !isChanged) onCancel();
        }}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p id={`${id}-limit`} class={isTooLong ? 'too-long' : 'quiet'} role="status">
        {isTooLong
          ? `These are ${written.length} characters. Notes have at most ${MAX_NOTES}: shorten them to save them.`
          : `At most ${MAX_NOTES} characters.`}
      </p>
      <div class="actions">
        <button type="button" class="primary" aria-disabled={isTooLong} onClick={save}>
          Save the notes
        </button>
        <button type="button" onClick={onCancel}>
          Do not change them
        </button>
      </div>
    </div>
  );
}
