import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { hasTyped } from './has-typed.ts';

interface DialogProps {
  title: string;
  children: ComponentChildren;
  /** True if the page behind it must not be seen. */
  isCovering?: true;
  /** True while it must stay, because something is under way. */
  isBusy?: boolean;
  /** Called when the dialog is closed with Escape. What was entered is not dropped in this way. */
  onClose(): void;
}

/** A modal dialog. The browser keeps the focus inside and returns it afterwards. */
export function Dialog({ title, children, isCovering, isBusy, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isClosed = useRef(false);
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const close = () => {
    if (isClosed.current) return;
    if (isBusy || hasTyped(element.current)) {
      setKept(!isBusy);
      // Where the browser has closed it already.
      if (!element.current?.open) element.current?.showModal();
      return;
    }
    isClosed.current = true;
    onClose();
  };
  return (
    <dialog
      ref={element}
      class={isCovering && 'covering'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // Browsers close a dialog without asking when Escape is pressed again.
      onClose={close}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      <p role="status" class="quiet">
        {isKept && 'What you entered is kept. Use the buttons to leave.'}
      </p>
    </dialog>
  );
}
