/**
 * A message from elsewhere may hold line breaks, and what a terminal takes for commands or writes backwards: lines stay
 * single and show what is in them, so that nobody can forge or hide one. Within JSON the escapes mean the same as before.
 */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
