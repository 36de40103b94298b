import type { Logger } from '../../lib/logger.ts';

/** Logs what the SDK reports about messages and connections. */
export function protocolErrorLogger(logger: Logger): (error: Error) => void {
  return (error) => logger.warn('protocol error', { error: stripQuotedInput(error) });
}

/** The SDK's messages begin with what is wrong; the rest quotes input of the client, which is not for the log. */
function stripQuotedInput({ message }: Error): string {
  return (message.split(/[:"]/, 1)[0] as string).trim().slice(0, 200);
}
