import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export type Loaded<T> =
  | { state: 'loading'; value: T | undefined }
  | { state: 'failed'; message: string }
  | { state: 'ready'; value: T };

/**
 * Loads what a page shows, again whenever `key` changes, and on `reload`. An answer that arrives after a later request was
 * sent is dropped.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>): [Loaded<T>, () => Promise<void>] {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading', value: undefined });
  const latest = useRef({ load, request: 0 });
  latest.current.load = load;
  const reload = useCallback(async () => {
    const request = ++latest.current.request;
    const show = (next: Loaded<T>) => {
      if (latest.current.request === request) setLoaded(next);
    };
    setLoaded((before) => ({ state: 'loading', value: before.state === 'failed' ? undefined : before.value }));
    try {
      show({ state: 'ready', value: await latest.current.load() });
    } catch (error) {
      show({ state: 'failed', message: messageOf(error) });
    }
  }, []);
  useEffect(() => {
    setLoaded({ state: 'loading', value: undefined });
    void reload();
    return () => {
      latest.current.request++;
    };
  }, [key, reload]);
  return [loaded, reload];
}

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'Something failed. Nothing else is known.';

interface ShownProps<T> {
  of: Loaded<T>;
  children(value: T): ComponentChildren;
}

/** Shows what was loaded, that it loads, or why it could not be. */
export function Shown<T>({ of: loaded, children }: ShownProps<T>) {
  if (loaded.state === 'failed') {
    return (
      <p class="notice bad" role="alert">
        {loaded.message}
      </p>
    );
  }
  if (loaded.value === undefined) return <p class="quiet">Loading…</p>;
  return (
    <div class="loaded" aria-busy={loaded.state === 'loading'}>
      {children(loaded.value)}
    </div>
  );
}
