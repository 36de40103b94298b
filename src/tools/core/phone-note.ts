import type { ToolContext } from './context.ts';

/**
 * States how a number without + was completed, if it may be of another country or lack its area code, and that an extension is
 * not kept. The digits are not part of the sentence: an operator can hide numbers.
 * @param argument the argument that has the number.
 */
export async function phoneNote(
  argument: string,
  text: string | undefined,
  { settings }: Pick<ToolContext, 'settings'>,
): Promise<string | undefined> {
  if (!text) return undefined;
  const { completedNumber, hasExtension } = await import('../../lib/phone/phone.ts');
  const completed = completedNumber(text, settings.defaultCountry);
  return joinNotes(
    completed?.isDoubtful
      ? `${argument} was read with the calling code +${completed.code}: ask whether the area code is missing, or the number is of another country.`
      : undefined,
    hasExtension(text, settings.defaultCountry) ? `${argument} was saved without its extension.` : undefined,
  ).note;
}

/** The note of an answer, joined from several, some of which can be missing. */
export function joinNotes(...notes: (string | undefined)[]): { note?: string } {
  const note = notes.filter(Boolean).join(' ');
  return note ? { note } : {};
}
