import { chosen, forgetOffer } from '../core/offered.ts';
import type { LocalInstants, Office } from '../core/office.ts';
import { WrongArgumentError } from '../core/wrong-argument.ts';
import { isOnlyPlace } from './said-order.ts';
import { readStart } from './said-start.ts';

/**
 * Returns the instants of a start, as `readStart` does, also of one of the times that were offered last.
 * @throws WrongArgumentError
 */
export async function readOfferedStart(text: string, office: Office): Promise<Awaited<ReturnType<typeof readStart>>> {
  const found = chosen(text, 'time', office);
  if (found?.start !== undefined) {
    const instants: LocalInstants = { starts: [found.start], isSkipped: false, given: text };
    return instants;
  }
  try {
    return await readStart(text, office);
  } catch (error) {
    if (!(error instanceof WrongArgumentError)) throw error;
    if (isOnlyPlace(text, office.speech.language))
      throw new WrongArgumentError(
        text,
        'is no place among the times that were offered',
        office.speech.phrases.askTime,
      );
    // It may ask which of other times is meant.
    forgetOffer('time', office);
    throw error;
  }
}
