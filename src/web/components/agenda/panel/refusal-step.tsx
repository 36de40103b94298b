import type { Task } from '../agenda-state.ts';
import { useFocus } from '../hooks.ts';
import { OutcomeText } from '../outcome-text.tsx';

/** A refusal by a rule from which the user can decide on an exception. The focus is at the reason, not at the button: Enter may be pressed twice. */
export function RefusalStep({
  outcome,
  words,
  agree,
  zone,
  onNo,
}: Task & { kind: 'refused' } & { zone: string; onNo(): void }) {
  const ref = useFocus<HTMLDivElement>(outcome);
  return (
    <div ref={ref} class="notice bad question" role="alert" tabIndex={-1}>
      <OutcomeText outcome={outcome} zone={zone} />
      <div class="actions">
        <button type="button" class="danger" onClick={agree}>
          {words.anyway}
        </button>
        <button type="button" onClick={onNo}>
          {words.no}
        </button>
      </div>
    </div>
  );
}
