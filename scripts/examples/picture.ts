import { truncate } from '../../src/lib/text/text.ts';
import { examples } from './index.ts';

/** The requests of a user, and the calls with which an agent fulfils them. */
const CONVERSATION: readonly [says: string, tools: readonly string[]][] = [
  ['Book a cleaning for Robin Tester, 212 555 0123, on Tuesday the 24th at ten.', ['create_booking']],
  ['She just wrote: three in the afternoon would be better.', ['update_booking']],
  ['Who was promised a callback and is still waiting for it?', ['find_follow_ups']],
];

const WIDTH = 860;
const MARGIN = 24;
const LINE = 20;
/** Characters per line, in a monospaced font. */
const COLUMNS = 98;

type Kind = 'user' | 'request' | 'answer';
const COLOURS: Record<Kind, string> = { user: '#1f2328', request: '#0550ae', answer: '#57606a' };

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Members of a row that say something to a person. */
const readable = (row: string) =>
  row
    .slice(2)
    .split('; ')
    .filter((member) => !/^(call_id|called_local|contact_id): /.test(member))
    .join('; ');

/** Rows of a list that are shown. */
const MAX_ROWS = 2;

/** Returns the most informative lines of an answer: the first after the notice on data, and the beginning of its list. */
function excerptOf(text: string): string[] {
  const lines = text.split('\n');
  const first = lines.find((line) => line !== '' && !line.startsWith('Between <')) ?? '';
  const rows = lines.filter((line) => line.startsWith('- ')).slice(0, MAX_ROWS);
  return [...wrapped(`← ${first.trim()}`, COLUMNS), ...rows.map((row) => truncate(`  - ${readable(row)}`, COLUMNS))];
}

function lines(): [kind: Kind, text: string][] {
  return CONVERSATION.flatMap(([says, tools]) => [
    ...wrapped(says, COLUMNS - 6).map((text): [Kind, string] => ['user', text]),
    ...tools.flatMap((tool): [Kind, string][] => {
      const example = examples().get(tool);
      if (!example) throw new Error(`there is no example of ${tool}`);
      const request = wrapped(`→ ${tool} ${JSON.stringify(example.args).replaceAll(',"', ', "')}`, COLUMNS);
      const answer = excerptOf(example.text);
      return [
        ...request.map((text): [Kind, string] => ['request', text]),
        ...answer.map((text): [Kind, string] => ['answer', text]),
      ];
    }),
  ]);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Draws a conversation as SVG: the requests of the user, the calls of the agent, and the answers of the server. */
export function conversationImage(): string {
  let y = MARGIN;
  const parts = lines().map(([kind, text], index, all) => {
    const begins = kind === 'user' && all[index - 1]?.[0] !== 'user';
    if (begins && index > 0) y += LINE;
    y += LINE;
    const label = begins ? `<text x="${MARGIN}" y="${y}" font-weight="bold">You</text>` : '';
    const x = kind === 'user' ? MARGIN + 44 : MARGIN + 20;
    const weight = kind === 'user' ? ' font-weight="bold"' : '';
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
