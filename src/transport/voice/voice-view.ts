import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import type { CallOrigin } from '../../lib/http/request-context.ts';
import type { ProtocolEra } from '../../lib/protocol.ts';

/** Why a call of the voice profile reaches no tool. */
export type SpokenRefusal = 'invalid_input' | 'forbidden' | 'internal_error';

/** What a view has in addition for callers of the voice profile. */
export interface VoiceView {
  /** Lower-case name of the header with the caller's number; undefined if the operator named none. */
  numberHeader: string | undefined;
  /** Calls a tool for a request that is not MCP. Returns the text to speak; never rejects for a failure of the tool. */
  speak(name: string, args: unknown, signal: CancelSignal, origin: CallOrigin): Promise<string>;
  /** Returns the result of `tools/call` that replaces a JSON-RPC error, which a voice agent would not speak. */
  refuse(era: ProtocolEra, reason: SpokenRefusal): Promise<Record<string, unknown>>;
}
