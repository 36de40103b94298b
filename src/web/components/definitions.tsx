import type { ComponentChildren } from 'preact';
import './definitions.css';

/** A description list. Entries without content are left out. */
export function Definitions({ entries }: { entries: readonly (readonly [string, ComponentChildren])[] }) {
  const shown = entries.filter(([, content]) => content !== undefined && content !== '' && content !== false);
  if (shown.length === 0) return null;
  return (
    <dl class="definitions">
      {shown.map(([term, content]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}
