import { type Sentence, say, trusted } from '../../lib/sentence.ts';
import type { ToolContext } from './context.ts';

/**
 * States how a number without + was completed, if it may be of another country or lack its area code. The number is not part of
 * the sentence: an operator can hide numbers.
 * @param argument the argument that has the number.
 */
export async function phoneNote(
  argument: string,
  text: string | undefined,
  { settings }: Pick<ToolContext, 'settings'>,
): Promise<string | undefined> {
  if (!text) return undefined;
  const { completedNumber } = await import('../../lib/phone.ts');
  const completed = completedNumber(text, settings.defaultCountry);
  if (!completed?.isDoubtful) return undefined;
  return `${argument} was read with the calling code +${completed.code}: ask whether the area code is missing, or the number is of another country.`;
}

/** Says how contacts are found by a part of a number, after a number without + was completed and found nothing. */
export async function partialNumberHint(text: string, { settings }: ToolContext): Promise<Sentence | undefined> {
  const { completedNumber } = await import('../../lib/phone.ts');
  const completed = completedNumber(text, settings.defaultCountry);
  if (!completed) return undefined;
  return say`The number was read with the calling code +${trusted(completed.code)}. If it may lack its area code or be of another country: list_contacts with query finds contacts by four or more of its digits.`;
}

/** The note of an answer, joined from several, some of which can be missing. */
export function joinNotes(...notes: (string | undefined)[]): { note?: string } {
  const note = notes.filter(Boolean).join(' ');
  return note ? { note } : {};
}
