import type { Run } from './run.ts';

/** The parser has checked all positional arguments against the table of usages (`options/usage.ts`). */

/** Returns the first argument of a command that requires it. */
export const requiredArgument = ({ positionals }: Pick<Run, 'positionals'>) => positionals[0] as string;

/** Returns the action that the first argument names, and the arguments after it. */
export function chosenAction<T>({ positionals }: Pick<Run, 'positionals'>, actions: Readonly<Record<string, T>>) {
  const [name, ...further] = positionals;
  return { action: actions[name as string] as T, positionals: further };
}
