import type { Office } from '../core/office.ts';
import { withoutClock } from './clock/said-clock.ts';
import { withoutPart } from './days/part-beside-day.ts';
import { partAlone } from './days/said-days.ts';
import { normalizeSaid } from './normalize-said.ts';
import { shared } from './said-choice.ts';

/**
 * Words before what a caller means instead of what was said before them, in all languages, normalized. "No" alone needs a comma: "next
 * week, no Monday" has another meaning, and so has "Friday rather than Thursday".
 */
const CORRECTION = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:or|oder|ou|o),? )?(?:${[
    '(?:no|nein|non|nao)(?=[,.;:!?-])|no,? (?:no|wait|sorry|actually)',
    'wait|sorry|i meant?|actually|make (?:it|that)',
    'nein|warte|entschuldigung|ich mein(?:t?e)|doch|sondern',
    'p[ae]rdon|enfin|digo|sino|esper[ae]|d[ei]sculp[ae]|scus[ai]|anzi|cioe',
    '(?:je )?[qv][a-z]+ (?:dire|decir|dizer)',
    '(?:rather|better|lieber|besser|eher|plutot|mejor(?: dicho)?|meglio|piuttosto|melhor)(?! (?:than|als|que|che|d[io])\\b)',
  ].join('|')})(?![\\p{L}\\d])`,
  'u',
);
const AROUND = /^\W+|(?<!\W)\W+$/g;

/**
 * Returns what a caller means who corrects a time: `Friday, no wait, Thursday` is Thursday, and `Friday at 3, no, at 4` is Friday at 4. The
 * last correction counts. A text without one, or with nothing behind it, stays as it is.
 */
export function withoutCorrections(text: string, office: Pick<Office, 'speech'>): string {
  const [first = '', ...others] = normalizeSaid(text)
    .split(CORRECTION)
    .map((piece) => normalizeSaid(piece.replace(AROUND, '')));
  if (others.length === 0 || others.at(-1) === '') return text;
  return others.reduce(
    (before, piece) => (before && piece ? corrected(before, piece, office) : before || piece),
    first,
  );
}

/** Returns the time that replaces another one: of a day and a time, what is not said again stays. */
function corrected(before: string, piece: string, office: Pick<Office, 'speech'>): string {
  const { language } = office.speech;
  const { text: day, said: time } = withoutClock(before, language);
  const had = withoutPart(day, language);
  const part = partAlone(piece, language);
  if (part) return `${had?.day ?? day} ${part}`;
  const [, meant = piece] = shared([before, piece], office);
  const isWhole = withoutClock(meant, language).clock || withoutPart(meant, language);
  return (isWhole ? meant : `${meant} ${time || (had?.part ?? '')}`).trim();
}
