import type { ComponentChildren } from 'preact';

interface LabelledProps {
  /** What the control is called: the whole, in the order in which it is said. */
  label: string;
  /** What is seen of it. */
  children: ComponentChildren;
}

/** Content of a control that shows less than its name says. */
export function Labelled({ label, children }: LabelledProps) {
  return (
    <>
      <span class="visually-hidden">{label}</span>
      <span class="seen" aria-hidden="true">
        {children}
      </span>
    </>
  );
}
