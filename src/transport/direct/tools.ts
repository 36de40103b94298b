/** The two protocols: the handshake of 2025, and the requests of 2026 that need none. */
export type Era = '2025' | '2026';

/** What the direct path knows of tools. */
export interface DirectTools {
  /** Whether calls of this tool may be answered directly: it is offered, and never asks the user. */
  takes(name: string): boolean;
  /** The result of `tools/list`, as JSON. */
  list(era: Era): string;
  /** The result of a call, as JSON. Never fails. */
  call(era: Era, name: string, args: Record<string, unknown> | undefined, signal: AbortSignal): Promise<string>;
}
