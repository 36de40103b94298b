import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import type { CallOrigin } from '../../lib/http/request-context.ts';
import type { ProtocolEra } from '../../lib/protocol.ts';

type Result = Record<string, unknown>;

/** The tools that the fast path can call. */
export interface FastPathTools {
  /**
   * Returns whether the fast path may answer calls of this tool: it is offered, and does not show the user a form.
   * @param capabilities those of the client, as it declares them in a request of 2026; undefined in 2025.
   */
  handles(name: string, capabilities: unknown): boolean;
  /** Returns whether an offered tool writes. */
  writes(name: string): boolean;
  /**
   * Returns the result of `tools/list`, the same object each time.
   * @param capabilities those of the client, in 2026.
   */
  list(era: ProtocolEra, capabilities?: unknown): Result;
  /** Returns the result of a call. */
  call(
    era: ProtocolEra,
    name: string,
    args: Result | undefined,
    signal: CancelSignal,
    origin?: CallOrigin,
  ): Promise<Result>;
}
