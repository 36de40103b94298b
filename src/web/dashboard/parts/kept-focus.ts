import { useEffect } from 'preact/hooks';

/**
 * Keeps the focus on the page: when the control that had it disappears, such as the button of a revoked key, it goes to the
 * title. Otherwise keyboards would begin at the top again, and screen readers would say nothing.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const observer = new MutationObserver(() => {
      if (!(last instanceof Element) || last.isConnected) return;
      last = null;
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus();
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}
