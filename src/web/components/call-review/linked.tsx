import type { ComponentChildren } from 'preact';

/** What leads to an address, if it has one. */
export function Linked({ to, children }: { to: string | undefined; children: ComponentChildren }) {
  if (to === undefined) return children;
  return (
    <a class="contact" href={to}>
      {children}
    </a>
  );
}
