import type { ToolFailure } from './errors.ts';

/** Told of each call of a tool when it has been answered. It must not throw. */
export interface ToolObserver {
  /** @param outcome `question`: the user is asked first; a kind of failure otherwise. */
  called(tool: string, outcome: 'ok' | 'question' | ToolFailure['kind'], seconds: number): void;
}
