import { hostKind } from './host-kind.ts';

const MAX_URL_LENGTH = 2048;

/** Why the platform sends no requests to a URL that a user chose; undefined if it does. */
export function urlProblem(text: string, loopback: boolean): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  // Checked by the caller, who knows what the text is for.
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const kind = hostKind(url.hostname);
  if (kind === 'loopback' && !loopback) return 'must not point to the computer that the platform runs on';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && kind === 'loopback')) {
    return 'must begin with https:// (http:// only for this computer itself)';
  }
  if (kind === 'refused') return 'must not point into a private network';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (text.includes('#')) return 'must not have a fragment (#…)';
  return undefined;
}
