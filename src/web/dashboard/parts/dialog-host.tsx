import type { ComponentChildren } from 'preact';
import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { Dialog } from './dialog.tsx';

interface Asked {
  title: string;
  question: string;
  yes: string;
  /** What the user may choose before the answer. */
  choices: ComponentChildren;
  answer(isYes: boolean): void;
}

/** Returns a function that asks the user, and the dialog in which it does. */
export function useQuestions() {
  const [asked, setAsked] = useState<Asked>();
  const ask = useCallback(
    (question: string, yes: string, title = 'Please confirm', choices?: ComponentChildren) =>
      new Promise<boolean>((resolve) => {
        const answer = (isYes: boolean) => {
          setAsked(undefined);
          resolve(isYes);
        };
        setAsked({ title, question, yes, choices, answer });
      }),
    [],
  );
  // Leaving the page, as with the browser's Back, is a no.
  useLayoutEffect(() => {
    if (!asked) return undefined;
    const leave = () => asked.answer(false);
    addEventListener('hashchange', leave);
    return () => removeEventListener('hashchange', leave);
  }, [asked]);
  const dialog = asked && (
    <Dialog title={asked.title} onClose={() => asked.answer(false)}>
      {/* Before choices, the question has the focus: the buttons below them can be out of sight. */}
      <p class="question" {...(asked.choices ? { tabIndex: -1, autofocus: true } : {})}>
        {asked.question}
      </p>
      {asked.choices}
      <div class="row">
        <button type="button" class="primary" onClick={() => asked.answer(true)}>
          {asked.yes}
        </button>
        {/* It has the focus: the key that asked the question, held for too long, must not answer it. */}
        <button type="button" autofocus={!asked.choices} onClick={() => asked.answer(false)}>
          No, change nothing
        </button>
      </div>
    </Dialog>
  );
  return { ask, dialog };
}
