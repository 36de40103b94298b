import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Says why the place was kept, once it was. */
export function KeptNotice({ kept, children }: { kept: number; children: ComponentChildren }) {
  const notice = useRef<HTMLParagraphElement>(null);
  // What was chosen instead is elsewhere on the page: without the notice, it would seem to do nothing.
  useLayoutEffect(() => notice.current?.scrollIntoView({ block: 'nearest' }), [kept]);
  if (kept === 0) return null;
  return (
    <p ref={notice} class="notice warn" role="status">
      {children}
    </p>
  );
}
