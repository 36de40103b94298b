import type { Logger } from '../../lib/logging/logger.ts';

/** Logs errors that the SDK reports for messages and connections. */
export function protocolErrorLogger(logger: Logger): (error: Error) => void {
  return ({ message }) => {
    // The id in this message is the client's. To disconnect is no error of the protocol.
    if (UNDELIVERABLE.test(message)) logger.debug('the client disconnected before its answer');
    else logger.warn('protocol error', { error: stripQuotedInput(message) });
  };
}

const UNDELIVERABLE = /^Response for request ID .* is undeliverable:/s;

/** The SDK's messages begin with the problem; the rest quotes the client's input, which must not be logged. */
function stripQuotedInput(message: string): string {
  return (message.split(/[:"]| '/, 1)[0] as string).trim().slice(0, 200);
}
