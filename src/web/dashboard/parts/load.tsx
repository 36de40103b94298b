import type { ComponentChildren } from 'preact';
import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { RequestError } from '../requests/http.ts';
import { DeskContext } from './context.ts';
import { AGAIN } from './route.ts';

export type Loaded<T> =
  | { state: 'loading'; value: T | undefined }
  /** `value` is what was loaded before. `retry` is absent where another attempt would fail like this one. */
  | { state: 'failed'; message: string; value: T | undefined; retry?: (() => void) | undefined }
  | { state: 'ready'; value: T };

export const LOADING = { state: 'loading', value: undefined } as const;

/**
 * Loads what a page shows, again whenever `key` changes, where the same place is chosen again, and on `reload`. An answer that
 * arrives after a later request was sent is dropped. What was loaded before for the same key stays visible until then, and when
 * loading again fails. What failed is loaded again when the user has signed in again.
 * @returns also the function that loads again, and resolves to whether that worked.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>): [Loaded<T>, () => Promise<boolean>] {
  const [kept, setKept] = useState<{ key: string; loaded: Loaded<T> }>({ key, loaded: LOADING });
  // Effects run after the page was drawn: what was loaded for another key would be seen as that of this one until then.
  const loaded = kept.key === key ? kept.loaded : LOADING;
  const latest = useRef({ key, load, request: 0 });
  Object.assign(latest.current, { key, load });
  const reload = useCallback(async () => {
    const { key } = latest.current;
    const request = ++latest.current.request;
    const show = (next: (before: Loaded<T>) => Loaded<T>) => {
      if (latest.current.request !== request) return;
      setKept((before) => ({ key, loaded: next(before.key === key ? before.loaded : LOADING) }));
    };
    show(({ value }) => ({ state: 'loading', value }));
    try {
      const value = await latest.current.load();
      show(() => ({ state: 'ready', value }));
      return true;
    } catch (error) {
      const retry = isTemporary(error) ? () => void reload() : undefined;
      show(({ value }) => ({ state: 'failed', message: messageOf(error), value, retry }));
      return false;
    }
  }, []);
  useEffect(() => {
    void reload();
    addEventListener(AGAIN, reload);
    return () => {
      removeEventListener(AGAIN, reload);
      latest.current.request++;
    };
  }, [key, reload]);
  const session = useContext(DeskContext)?.session;
  const hasFailed = useRef(false);
  hasFailed.current = loaded.state === 'failed';
  useEffect(() => {
    if (hasFailed.current) void reload();
  }, [session, reload]);
  return [loaded, reload];
}

/** Whether the server, or the way to it, had a problem that may be over soon. */
const isTemporary = (error: unknown): boolean =>
  error instanceof RequestError && (error.status === 0 || error.status === 429 || error.status >= 500);

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'Something failed. Nothing else is known.';

interface ShownProps<T> {
  of: Loaded<T>;
  /** True if what is loaded takes the focus, because the control that asked for it is gone. */
  isFocused?: boolean;
  children(value: T): ComponentChildren;
}

/** Shows what was loaded, that it loads, or why it could not be. */
export function Shown<T>({ of: loaded, isFocused = false, children }: ShownProps<T>) {
  const { state, value } = loaded;
  const alert = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  const isDue = useRef(isFocused);
  // Each of them replaces what had the focus before, such as the button that tries again.
  useLayoutEffect(() => {
    if (isDue.current && document.activeElement === document.body) (alert.current ?? box.current)?.focus();
    if (state === 'ready') isDue.current = false;
  }, [state]);
  return (
    <>
      {state === 'failed' && (
        <div ref={alert} class="notice bad" role="alert" tabIndex={-1}>
          <p>{loaded.message}</p>
          {loaded.retry && (
            <button
              type="button"
              onClick={() => {
                isDue.current = true;
                loaded.retry?.();
              }}
            >
              Try again
            </button>
          )}
        </div>
      )}
      {state === 'loading' && value === undefined && (
        <p ref={box} class="quiet" tabIndex={-1}>
          Loading…
        </p>
      )}
      {value !== undefined && (
        <div ref={box} class="loaded" tabIndex={-1} aria-busy={state === 'loading'}>
          {children(value)}
        </div>
      )}
    </>
  );
}
