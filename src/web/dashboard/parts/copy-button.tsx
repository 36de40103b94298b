import { useState } from 'preact/hooks';

/** Copies a text. Says so on the button, which screen readers announce. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // Without HTTPS, browsers offer no clipboard except on this machine.
      setOutcome('failed');
    }
  };
  return (
    <button type="button" onClick={() => void copy()} aria-live="polite">
      {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Select and copy it by hand' : label}
    </button>
  );
}
