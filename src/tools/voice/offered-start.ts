import { chosen, forgetOffer } from './offered.ts';
import type { LocalInstants, Office } from './office.ts';
import { isOnlyPlace } from './said-order.ts';
import { readStart } from './said-start.ts';
import { WrongArgumentError } from './wrong-argument.ts';

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
    forgetOffer('time', office);
    if (
      !(error instanceof WrongArgumentError) ||
      error.spoken !== undefined ||
      !isOnlyPlace(text, office.speech.language)
    )
      throw error;
    throw new WrongArgumentError(text, 'is no place among the times that were offered', office.speech.phrases.askTime);
  }
}
