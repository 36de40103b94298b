import { useRef, useState } from 'preact/hooks';
import { useDesk } from './context.ts';
import { messageOf } from './load.tsx';

/**
 * Runs what buttons do, one at a time, and announces what it returns, or why it failed.
 * @param after called when an action has ended in either way.
 */
export function useAction(after?: () => Promise<unknown>) {
  const { announce } = useDesk();
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  /** `work` returns undefined if the user said no. */
  const act = async (work: () => Promise<string | undefined>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const done = await work();
      if (done === undefined) return;
      announce(done);
      await after?.();
    } catch (error) {
      announce(messageOf(error), 'bad');
      await after?.();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, act };
}
