import type { Office } from '../core/office.ts';
import { withoutClock } from './clock/said-clock.ts';
import { withoutPart } from './days/part-beside-day.ts';
import { partsAlone } from './days/said-days.ts';
import { normalizeSaid } from './normalize-said.ts';
import { anyPhrase } from './phrases.ts';
import { shared } from './said-choice.ts';
import { dayAtSameTime } from './same-words.ts';

/** Words before what a caller means instead of what was said before them, in all languages, normalized. */
const CORRECTIONS = anyPhrase(
  'wait, sorry, i mean/meant, actually, make it/that',
  'nein, warte, entschuldigung, ich meine/meinte, doch, sondern',
  'pardon/perdon, disculpa/disculpe/desculpa/desculpe, scusa/scusi, espera/espere',
  'enfin, digo, sino, anzi, cioe',
  '/je veux/voulais/quiero/queria/quise/voglio/vuol/quer/quero/quis dire/decir/dizer',
);
/** Alone, they need a mark behind them: "next week, no Monday" has another meaning. */
const NO = anyPhrase('no, nein, non, nao');
/** With the words for "than" behind them, they are no correction. */
const RATHER = anyPhrase(
  'rather/better/preferably/ideally, lieber/besser/eher/vorzugsweise, am liebsten/besten',
  'plutot, de preference, mejor /dicho, preferiblemente/preferentemente, a ser posible, meglio/piuttosto/preferibilmente',
  'melhor/preferencialmente, de preferencia',
);
const THAN = anyPhrase('than, als, que, che, di, do');
/** Between what a caller wants and what they do not want. */
const INSTEAD = anyPhrase(
  'rather than, instead of, statt, plutot/piuttosto que/che, au lieu de/du, en/em vez/lugar de/del/da/do, invece di',
);
/** "El viernes que viene" is one day. */
const PREFERRED = new RegExp(`^(?:${RATHER} (.+?) ${THAN}|(.+?),? ${INSTEAD}) (?!v[ie](?:ene|ent|m)$)(.+)$`);
const CORRECTION = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:or|oder|ou|o),? )?(?:${NO}(?=[,.;:!?-])|no,? no|(?:no,? )?${CORRECTIONS}|${RATHER}(?! ${THAN}\\b))(?![\\p{L}\\d])`,
  'u',
);
const AROUND = /^\W+|(?<!\W)\W+$/g;

/**
 * Returns what a caller means who corrects a time: `Friday, no wait, Thursday` is Thursday, and `Friday at 3, no, at 4` is Friday at 4. The
 * last correction counts. `Friday rather than Thursday` is Friday. A text without one, or with nothing behind it, stays as it is.
 */
export function withoutCorrections(text: string, office: Pick<Office, 'speech'>): string {
  const said = normalizeSaid(text);
  const [, better, wanted = better, unwanted = ''] = PREFERRED.exec(said) ?? [];
  if (wanted !== undefined) return withoutCorrections(shared([wanted, unwanted], office)[0] ?? wanted, office);
  const [first = '', ...others] = said.split(CORRECTION).map((piece) => normalizeSaid(piece.replace(AROUND, '')));
  if (others.length === 0 || others.at(-1) === '') return text;
  return others.reduce(
    (before, piece) => (before && piece ? corrected(before, piece, office) : before || piece),
    first,
  );
}

/** Returns the time that replaces another one: of a day and a time, what is not said again stays. */
function corrected(before: string, given: string, office: Pick<Office, 'speech'>): string {
  const { language } = office.speech;
  const { text: day, said: time } = withoutClock(before, language);
  // "The same time" is the one that was said before.
  const piece = (time && dayAtSameTime(given)) || given;
  const had = withoutPart(day, language);
  const part = partsAlone(piece, language);
  if (part) return `${had?.day ?? day} ${part}`;
  const [, meant = piece] = shared([before, piece], office);
  const isWhole = withoutClock(meant, language).clock || withoutPart(meant, language);
  return (isWhole ? meant : `${meant} ${time || (had?.part ?? '')}`).trim();
}
