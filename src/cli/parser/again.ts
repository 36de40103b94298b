import { UsageError } from '../../config/usage-error.ts';
import { checkOpeningHours, OpeningHoursError } from '../../lib/time/opening-hours.ts';
import { readTypedHours } from '../../lib/time/typed-hours.ts';
import { type Environment, type Invocation, parseInvocation } from './parse.ts';

const FLAG = '--opening-hours';
const VARIABLE = 'RCPT_OPENING_HOURS';

/**
 * Reads a command line that was refused once more, and opening hours as the dashboard reads them. Their reader is not loaded at start,
 * where most hours are exact.
 * @param error why it was refused @throws UsageError for another reason, too
 */
export function parseAgain(argv: readonly string[], error: unknown): Invocation {
  if (error instanceof UsageError) return parseTyped(argv, process.env);
  throw error;
}

/** Like `parseInvocation`, with opening hours as people type them. */
export function parseTyped(argv: readonly string[], env: Environment): Invocation {
  const words = argv.map((word, index) => {
    if (argv[index - 1] === FLAG) return exactHours(word);
    return word.startsWith(`${FLAG}=`) ? `${FLAG}=${exactHours(word.slice(FLAG.length + 1))}` : word;
  });
  const hours = env[VARIABLE];
  return parseInvocation(words, hours ? { ...env, [VARIABLE]: exactHours(hours) } : env);
}

function exactHours(text: string): string {
  let typed: string;
  try {
    typed = readTypedHours(text, 'en');
  } catch (error) {
    if (error instanceof OpeningHoursError) throw new UsageError(`${VARIABLE} or ${FLAG}: ${error.message}`);
    throw error;
  }
  try {
    checkOpeningHours(typed);
    return typed;
  } catch {
    // The parser refuses the text as it was typed.
    return text;
  }
}

/** Returns what `doctor` was started with, with opening hours as people type them: its parser collects refusals. */
export function withTypedHours<I extends Pick<Invocation, 'options' | 'invalid'>>(invocation: I): I {
  const { 'opening-hours': problem, ...others } = invocation.invalid;
  if (problem === undefined) return invocation;
  try {
    // Only the hours: secret variables were deleted meanwhile.
    const hours = parseTyped(process.argv.slice(2), process.env).options['opening-hours'];
    if (hours === undefined) return invocation;
    return { ...invocation, options: { ...invocation.options, 'opening-hours': hours }, invalid: others };
  } catch (error) {
    if (error instanceof UsageError) return invocation;
    throw error;
  }
}
