import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { type Draft, isUnsaved } from '../agenda-state.ts';
import { useFocus } from '../hooks.ts';

/** Characters of notes that `update_booking` takes. Its schema is not a part of pages, nor this number of the first tool call. */
const MAX_NOTES = 5_000;

interface NotesFormProps {
  draft: Draft;
  /** False where something else needs the focus. */
  isFocused: boolean;
  /** How often these notes were kept from what would have dropped them. */
  kept: number;
  /** Called with what is written: it is not kept here, because a narrower window draws another form. */
  onWrite(text: string): void;
  /** Called for Escape while something is not saved. */
  onKeep(): void;
  onSave(text: string): void;
  onCancel(): void;
}

/** The notes of an appointment, to change them. It is no form: hosts may forbid views to send one. */
export function NotesForm({ draft, isFocused, kept, onWrite, onKeep, onSave, onCancel }: NotesFormProps) {
  const id = useId();
  const field = useFocus<HTMLTextAreaElement>(isFocused ? `${draft.booking.key} ${kept}` : undefined);
  const notice = useRef<HTMLParagraphElement>(null);
  // What was chosen instead is elsewhere on the page: without the notice, it would seem to do nothing.
  useLayoutEffect(() => {
    if (kept > 0) notice.current?.scrollIntoView({ block: 'nearest' });
  }, [kept]);
  const written = draft.text.trim();
  const isChanged = isUnsaved(draft);
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
        value={draft.text}
        aria-describedby={`${id}-limit`}
        aria-invalid={isTooLong}
        onKeyDown={({ key }) => {
          // What was written is dropped by the button alone.
          if (key === 'Escape') (isChanged ? onKeep : onCancel)();
        }}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
      />
      <p id={`${id}-limit`} class={isTooLong ? 'too-long' : 'quiet'} role="status">
        {isTooLong
          ? `These are ${written.length} characters. Notes have at most ${MAX_NOTES}: shorten them to save them.`
          : `At most ${MAX_NOTES} characters.`}
      </p>
      {kept > 0 && isChanged && (
        <p ref={notice} class="notice warn" role="status">
          These notes are not saved. Save them, or choose “Do not change them”.
        </p>
      )}
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
