import { CommandError } from '../../config/usage-error.ts';
import { pluralize } from '../../lib/text/text.ts';

/** What is wrong with a value of a business file. */
export interface LocatedProblem {
  /** From 1. */
  line: number;
  /** `services[2].staff`; empty for the file as a whole. */
  path: string;
  message: string;
}

const MAX_SHOWN = 20;

/** A business file with errors. Nothing was changed. */
export class FileProblemsError extends CommandError {
  readonly problems: readonly LocatedProblem[];

  constructor(file: string, problems: readonly LocatedProblem[]) {
    const sorted = problems.toSorted((a, b) => a.line - b.line);
    super(
      [
        `${file} has ${pluralize(problems.length, 'problem')}. Nothing was changed.`,
        ...sorted
          .slice(0, MAX_SHOWN)
          .map(({ line, path, message }) => `${file}:${line}: ${path === '' ? '' : `${path}: `}${message}`),
        ...(sorted.length > MAX_SHOWN ? [`and ${sorted.length - MAX_SHOWN} more`] : []),
      ].join('\n'),
    );
    this.problems = sorted;
  }
}
