import type { Run } from '../runtime/run.ts';

/** Prints a value for the program that asked for it with `--json`. */
export const printJson = ({ print }: Pick<Run, 'print'>, value: unknown) => print(JSON.stringify(value, null, 2));
