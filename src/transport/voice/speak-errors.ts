import { isObject } from '../../lib/json.ts';
import type { ProtocolEra } from '../../lib/protocol.ts';
import type { TransportHook } from '../sdk/decorate-transport.ts';
import type { VoiceView } from './voice-view.ts';

/** JSON-RPC 2.0, 5.1. */
const INVALID_PARAMS = -32602;

/**
 * Replaces JSON-RPC errors of `tools/call`, such as that of an unknown tool, by results in plain words: voice agents speak
 * the text of a result, and fall silent at an error.
 */
export function speakErrors(voice: VoiceView, era: ProtocolEra): TransportHook {
  // The connection is that of one HTTP request, which has one message.
  let call: unknown;
  return {
    onReceive(message, _extra, next) {
      if ('method' in message && message.method === 'tools/call' && 'id' in message) call = message.id;
      next(message);
    },
    async onSend(message, _options, next) {
      const id = 'id' in message && !('method' in message) ? message.id : undefined;
      if (id === undefined || id !== call || !('error' in message) || !isObject(message.error)) {
        return next(message);
      }
      const reason = message.error.code === INVALID_PARAMS ? 'invalid_input' : 'internal_error';
      return next({ jsonrpc: '2.0', id, result: await voice.refuse(era, reason) });
    },
  };
}
