import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';
import { keepPlace } from './route.ts';

export interface ShownSecret {
  /** The id of the record that it belongs to. */
  id: string;
  /** What it belongs to, in words. */
  of: string;
  value: string;
  /** UTC instant; absent if it does not expire by itself. */
  until?: string;
}

/**
 * The secrets of a page that the user has not stored yet. One gives way only to a newer one of the same record, which makes it
 * useless; the server does not show it again.
 */
export function useSecrets() {
  const [secrets, setSecrets] = useState<readonly ShownSecret[]>([]);
  const without = (id: string) => (all: readonly ShownSecret[]) => all.filter((secret) => secret.id !== id);
  return {
    secrets,
    show: (secret: ShownSecret) => setSecrets((all) => [...without(secret.id)(all), secret]),
    drop: (id: string) => setSecrets(without(id)),
  };
}

interface SecretProps extends Omit<ShownSecret, 'id' | 'until'> {
  /** What it is, such as `API key`. */
  name: string;
  onDone(): void;
  /** What to do with it. */
  children?: ComponentChildren;
}

/** A secret that the server shows only once. */
export function Secret({ name, of, value, onDone, children }: SecretProps) {
  const section = useRef<HTMLElement>(null);
  const [kept, setKept] = useState(0);
  useLayoutEffect(
    () =>
      keepPlace((_, isSameList) => {
        if (!isSameList) setKept((before) => before + 1);
        return !isSameList;
      }),
    [],
  );
  // What was chosen instead is elsewhere on the page.
  useLayoutEffect(() => {
    if (kept > 0) section.current?.scrollIntoView({ block: 'nearest' });
  }, [kept]);
  return (
    <section ref={section} class="notice warn" aria-label={`The new ${name} of ${of}`}>
      <p>
        <strong>
          Copy the {name} of {of} now.
        </strong>{' '}
        It is shown only this once.
      </p>
      <p class="secret">
        <code>{value}</code>
      </p>
      <div class="row">
        <CopyButton text={value} label={`Copy the ${name}`} />
        <button type="button" onClick={onDone}>
          I have stored it
        </button>
      </div>
      {children}
      {kept > 0 && <p role="alert">You are still on this page: what you leave without storing is lost.</p>}
    </section>
  );
}
