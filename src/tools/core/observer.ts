import type { ToolFailure } from './errors.ts';

/** Observes tool calls, for metrics. Must not throw. */
export interface ToolObserver {
  /** @param outcome `question` if the user has to confirm the call first, a kind of failure if it failed. */
  recordCall(tool: string, outcome: 'ok' | 'question' | ToolFailure['kind'], seconds: number): void;
}
