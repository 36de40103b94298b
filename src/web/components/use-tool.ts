import { useRef, useState } from 'preact/hooks';
import { errorOf, type ToolResult } from '../lib/tool-result.ts';
import type { Actions } from './actions.ts';

export interface ToolState {
  /** What is being read, as the caller of `run` named it. */
  busy: string | undefined;
  /** Why the last call failed, in a sentence. */
  error: string | undefined;
  /** Calls a tool that reads. Does nothing while another call runs. */
  run(what: string, name: string, args: Record<string, unknown>, onResult: (result: ToolResult) => void): void;
}

/** Calls of reading tools by a component, one at a time. */
export function useTool({ callTool }: Pick<Actions, 'callTool'>): ToolState {
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<string>();
  const isRunning = useRef(false);
  return {
    busy,
    error,
    run(what, name, args, onResult) {
      if (!callTool || isRunning.current) return;
      isRunning.current = true;
      setBusy(what);
      setError(undefined);
      callTool(name, args)
        .then((result) => {
          const failure = errorOf(result);
          if (failure === undefined) onResult(result);
          else setError(failure);
        })
        .catch(() => setError('This could not be read. Nothing was changed. Try again.'))
        .finally(() => {
          isRunning.current = false;
          setBusy(undefined);
        });
    },
  };
}
