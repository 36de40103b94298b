import { examples } from './index.ts';

/** What a person says, and the calls by which an agent does it. */
const CONVERSATION: readonly [says: string, tools: readonly string[]][] = [
  ['Book a cleaning for Robin Tester, 212 555 0123, on Tuesday the 24th at ten.', ['list_services', 'create_booking']],
  ['She just wrote: three in the afternoon would be better.', ['update_booking']],
  ['Who was promised a callback since Friday, and about what?', ['list_calls', 'get_call']],
];

const WIDTH = 860;
const MARGIN = 24;
const LINE = 20;
/** Characters of a line; the type is one in which all are as wide. */
const COLUMNS = 98;

type Kind = 'said' | 'asked' | 'answered';
const COLOURS: Record<Kind, string> = { said: '#1f2328', asked: '#0550ae', answered: '#57606a' };

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The line of an answer that says most: of a call its summary, otherwise the first. */
function gist(text: string): string {
  const lines = text.split('\n');
  const summary = lines.find((line) => line.trim().startsWith('summary:'))?.replace(/<\/?\w+>/g, '');
  return (summary ?? lines[0] ?? '').trim();
}

function lines(): [kind: Kind, text: string][] {
  return CONVERSATION.flatMap(([says, tools]) => [
    ...wrapped(says, COLUMNS - 6).map((text): [Kind, string] => ['said', text]),
    ...tools.flatMap((tool): [Kind, string][] => {
      const example = examples().get(tool);
      if (!example) throw new Error(`there is no example of ${tool}`);
      const asked = wrapped(`→ ${tool} ${JSON.stringify(example.args).replaceAll(',"', ', "')}`, COLUMNS);
      const answered = wrapped(`← ${gist(example.text)}`, COLUMNS);
      return [
        ...asked.map((text): [Kind, string] => ['asked', text]),
        ...answered.map((text): [Kind, string] => ['answered', text]),
      ];
    }),
  ]);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A conversation as an image: what somebody says, what the agent asks of the server, what that answers. */
export function conversationImage(): string {
  let y = MARGIN;
  const parts = lines().map(([kind, text], index, all) => {
    const begins = kind === 'said' && all[index - 1]?.[0] !== 'said';
    if (begins && index > 0) y += LINE;
    y += LINE;
    const label = begins ? `<text x="${MARGIN}" y="${y}" font-weight="bold">You</text>` : '';
    const x = kind === 'said' ? MARGIN + 44 : MARGIN + 20;
    const weight = kind === 'said' ? ' font-weight="bold"' : '';
    return `${label}<text x="${x}" y="${y}" fill="${COLOURS[kind]}"${weight}>${escaped(text)}</text>`;
  });
  const height = y + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`,
    '  font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13.5" role="img">',
    '  <title>A conversation: an appointment is booked and moved, and a promised callback found</title>',
    `  <rect width="${WIDTH}" height="${height}" rx="12" fill="#f6f8fa"/>`,
    ...parts.map((part) => `  ${part}`),
    '</svg>',
    '',
  ].join('\n');
}
