import type { ComponentChildren } from 'preact';
import './definitions.css';

interface DefinitionsProps {
  entries: readonly (readonly [term: ComponentChildren, content: ComponentChildren])[];
  /** Default: contents are short, and stand beside each other. */
  isNarrow?: boolean;
}

/** A description list. Entries without content are left out. */
export function Definitions({ entries, isNarrow = true }: DefinitionsProps) {
  const shown = entries.filter(([, content]) => content !== undefined && content !== '' && content !== false);
  if (shown.length === 0) return null;
  return (
    <dl class={isNarrow ? 'definitions' : 'definitions wide'}>
      {shown.map(([term, content], index) => (
        <div key={index}>
          <dt>{term}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}
