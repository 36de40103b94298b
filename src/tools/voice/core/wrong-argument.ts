import type { Sentence } from '../../../lib/text/sentence.ts';
import { ToolError } from '../../core/errors.ts';

/** An argument whose form is right and whose value cannot be used. */
export class WrongArgumentError extends ToolError {
  /**
   * @param given the value, by which its argument is found
   * @param reason what the agent reads after the name of the argument: words of the program only, such as `is in the past`
   * @param spoken what the caller hears. Default: that nothing was understood.
   */
  constructor(
    readonly given: string,
    readonly reason: string,
    readonly spoken?: string,
    sentence: string | Sentence = `An argument ${reason}.`,
  ) {
    super(sentence);
  }
}
