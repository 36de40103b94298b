import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { assertCreatable } from '../../platform/store/sqlite/create-file.ts';

/** Returns the code of the error with which a file cannot be written or created; undefined if it can. Creates nothing. */
export function writeProblem(file: string): string | undefined {
  try {
    if (!existsSync(file)) assertCreatable(file);
    else if (statSync(file).isDirectory()) return 'EISDIR';
    else accessSync(file, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown reason';
  }
}
