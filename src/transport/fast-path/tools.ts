import type { CallOrigin } from '../../lib/http/request-context.ts';
import type { ProtocolEra } from '../../lib/protocol.ts';

type Result = Record<string, unknown>;

/** The tools that the fast path can call. */
export interface FastPathTools {
  /** Returns whether the fast path may answer calls of this tool: it is offered, and never asks the user. */
  handles(name: string): boolean;
  /** Returns the result of `tools/list`, the same object each time. */
  list(era: ProtocolEra): Result;
  /** Returns the result of a call. */
  call(
    era: ProtocolEra,
    name: string,
    args: Result | undefined,
    signal: AbortSignal,
    origin?: CallOrigin,
  ): Promise<Result>;
}
