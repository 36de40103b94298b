import type { Logger } from '../../lib/logger.ts';

/** Logs errors that the SDK reports for messages and connections. */
export function protocolErrorLogger(logger: Logger): (error: Error) => void {
  return (error) => logger.warn('protocol error', { error: stripQuotedInput(error) });
}

/** The SDK's messages begin with the problem; the rest quotes the client's input, which must not be logged. */
function stripQuotedInput({ message }: Error): string {
  return (message.split(/[:"]/, 1)[0] as string).trim().slice(0, 200);
}
