/** What a piece of text is; on a terminal it has a colour (ECMA-48, SGR). */
export type Style = 'title' | 'appointment' | 'name' | 'free' | 'quiet' | 'now' | 'alert' | 'plain';

const CODES: Record<Style, string> = {
  title: '1',
  appointment: '36',
  name: '1;36',
  free: '32',
  quiet: '2',
  now: '1;31',
  alert: '33',
  plain: '',
};

export type Paint = (text: string, style: Style) => string;

/** Returns a function that colours texts, or leaves them as they are. */
export function painter(colours: boolean): Paint {
  return (text, style) => {
    const code = CODES[style];
    return colours && code !== '' && text.trim() !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  };
}
