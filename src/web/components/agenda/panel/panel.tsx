import type { ComponentChildren } from 'preact';
import { useFocus } from '../hooks.ts';

interface PanelProps {
  title: string;
  level: 2 | 3;
  /** Another value moves the focus to the panel again, undefined does not. */
  focusKey: string | undefined;
  style?: Record<string, string> | undefined;
  onClose(): void;
  children: ComponentChildren;
}

/** What was chosen, beside or below it. It takes the focus when it opens. */
export function Panel({ title, level, focusKey, style, onClose, children }: PanelProps) {
  const ref = useFocus<HTMLElement>(focusKey);
  const Heading = `h${level}` as const;
  return (
    <section ref={ref} class="panel" tabIndex={-1} aria-labelledby="agenda-panel-title" style={style}>
      <div class="panel-head">
        <Heading id="agenda-panel-title">{title}</Heading>
        <button type="button" class="close" aria-label="Close" onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      </div>
      {children}
    </section>
  );
}
