import { UsageError } from '../../config/usage-error.ts';
import { type Invocation, parseInvocation } from './parse.ts';
import { loadTypedHours } from './typed-hours.ts';

/**
 * Reads a command line that was refused once more, and opening hours as people type them. Most start with exact hours, and do not
 * need their reader.
 * @param error why it was refused @throws the same, if opening hours are not the reason
 */
export function parseAgain(argv: readonly string[], error: unknown): Invocation {
  if (!(error instanceof UsageError)) throw error;
  loadTypedHours();
  return parseInvocation(argv, process.env);
}

/** Returns what the parser collects for `doctor`, with opening hours as people type them. */
export function withTypedHours<I extends Pick<Invocation, 'options' | 'invalid'>>(invocation: I): I {
  if (invocation.invalid['opening-hours'] === undefined) return invocation;
  loadTypedHours();
  // Only the hours: secret variables were deleted meanwhile.
  const again = parseInvocation(process.argv.slice(2), process.env);
  const { 'opening-hours': _read, ...others } = invocation.invalid;
  const hours = again.options['opening-hours'];
  if (hours === undefined) return invocation;
  return { ...invocation, options: { ...invocation.options, 'opening-hours': hours }, invalid: others };
}
