import type { CallOrigin } from '../../lib/http/request-context.ts';

/** The protocol eras: the handshake of 2025, and the requests of 2026 that need none. */
export type Era = '2025' | '2026';

type Result = Record<string, unknown>;

/** The tools as the fast path sees them. */
export interface FastPathTools {
  /** Whether the fast path may answer calls of this tool: it is offered, and never asks the user. */
  takes(name: string): boolean;
  /** The result of `tools/list`: the same object each time. */
  list(era: Era): Result;
  /** The result of a call. */
  call(era: Era, name: string, args: Result | undefined, signal: AbortSignal, origin?: CallOrigin): Promise<Result>;
}
