import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { ImportReport } from '../../requests/imports.ts';

interface ReportSectionProps {
  title: string;
  report: ImportReport;
  children: ComponentChildren;
}

/** A report. Its title takes the focus with each new one. */
export function ReportSection({ title, report, children }: ReportSectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Not after the page is drawn: the title of the page would take the focus that the pressed button leaves.
  useLayoutEffect(() => heading.current?.focus(), [report]);
  return (
    <section class="import-report" aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
