import type { ComponentChildren } from 'preact';
import './definitions.css';

/** A description list. Entries without content are left out. */
export function Definitions({
  entries,
}: {
  entries: readonly (readonly [term: ComponentChildren, content: ComponentChildren])[];
}) {
  const shown = entries.filter(([, content]) => content !== undefined && content !== '' && content !== false);
  if (shown.length === 0) return null;
  return (
    <dl class="definitions">
      {shown.map(([term, content], index) => (
        <div key={index}>
          <dt>{term}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}
