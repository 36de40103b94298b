import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PageProps {
  title: string;
  /** One sentence on what the page is for. */
  about?: string;
  /** Buttons beside the title. */
  actions?: ComponentChildren;
  /** True while another page is shown instead. */
  isCovered?: boolean;
  children: ComponentChildren;
}

/** A page: its title takes the focus, so that a screen reader says where the user is. */
export function Page({ title, about, actions, isCovered, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isCovered) return;
    document.title = `${title} · Receptionist`;
    // Not at the first page: its user is about to read from the top.
    if (hasNavigated) heading.current?.focus();
    titlesTakeFocus();
  }, [title, isCovered]);
  return (
    <>
      <header class="page-header">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {about && <p class="quiet">{about}</p>}
        </div>
        {actions && <div class="row">{actions}</div>}
      </header>
      {children}
    </>
  );
}

let hasNavigated = false;

/** From now on, also the title of a first page. */
export const titlesTakeFocus = () => {
  hasNavigated = true;
};
