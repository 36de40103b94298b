import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface ChoiceButtonProps {
  /** Does what was chosen. Returns what to say about it; undefined if the page shows it. */
  onChoose(): Promise<string | undefined>;
  children: ComponentChildren;
  /** Looks like a link in a text. */
  isLink?: boolean;
}

/** A button with the outcome of the choice beside it, which is also announced. */
export function ChoiceButton({ onChoose, children, isLink = false }: ChoiceButtonProps) {
  const [outcome, setOutcome] = useState<string>();
  return (
    <>
      <button type="button" class={isLink ? 'link' : undefined} onClick={() => onChoose().then(setOutcome)}>
        {children}
      </button>
      <span role="status" class="quiet outcome">
        {outcome}
      </span>
    </>
  );
}
