/**
 * Words for digits and numbers below a hundred, as people read card and telephone numbers aloud, in English, Spanish,
 * German and French. Without words that are usually not a number (`to`, `for`, Spanish `once`).
 */
const UNITS: Record<string, string> = {
  en: 'zero one two three four five six seven eight nine',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve',
  de: 'null eins zwei drei vier fünf sechs sieben acht neun',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf',
};
const TEENS: Record<string, string> = {
  en: 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  es: 'diez _ doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
  de: 'zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  fr: 'dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
};
const TENS: Record<string, string> = {
  en: 'twenty thirty forty fifty sixty seventy eighty ninety',
  es: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  de: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  fr: 'vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix',
};

/** Converts to lower case without accents, which speech recognition sets inconsistently. */
export function withoutAccents(word: string): string {
  return word.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
}

const single = new Map<string, string>();
const pair = new Map<string, string>();
const tens = new Map<string, string>();
for (const language of Object.keys(UNITS)) {
  const words = (table: Record<string, string>) => (table[language] as string).split(' ').map(withoutAccents);
  words(UNITS).forEach((word, value) => void single.set(word, `${value}`));
  words(TEENS).forEach((word, value) => void pair.set(word, `${value + 10}`));
  words(TENS).forEach((word, value) => void tens.set(word, `${value + 2}`));
}
for (const [word, digit] of Object.entries({
  oh: '0',
  o: '0',
  nought: '0',
  nil: '0',
  una: '1',
  ein: '1',
  une: '1',
  zwo: '2',
  niner: '9',
}))
  single.set(word, digit);
pair.delete('_');

/** `vierundzwanzig`, `veinticuatro`: a unit and a ten in one word. */
const GERMAN = /^(ein|zwei|zwo|drei|vier|funf|sechs|sieben|acht|neun)und(\w+ig|\w+ssig)$/;
const SPANISH = /^veinti(\w+)$/;

/** Digits of a word, and whether it is a single digit or a ten that a unit may follow. */
export interface Spoken {
  digits: string;
  kind: 'single' | 'pair' | 'tens';
}

/** Returns the digits of a word; `forty-two` is one word. Undefined if it is not a number below a hundred. */
export function spokenDigits(word: string): Spoken | undefined {
  const text = withoutAccents(word);
  const digit = single.get(text);
  if (digit !== undefined) return { digits: digit, kind: 'single' };
  const two = pair.get(text);
  if (two !== undefined) return { digits: two, kind: 'pair' };
  const ten = tens.get(text);
  if (ten !== undefined) return { digits: `${ten}0`, kind: 'tens' };
  const german = GERMAN.exec(text);
  if (german) return tensAndUnit(tens.get(german[2] ?? ''), single.get(german[1] ?? ''));
  const spanish = SPANISH.exec(text);
  if (spanish) return tensAndUnit('2', single.get(spanish[1] ?? ''));
  return hyphenated(text);
}

function tensAndUnit(ten: string | undefined, unit: string | undefined): Spoken | undefined {
  return ten === undefined || unit === undefined ? undefined : { digits: ten + unit, kind: 'pair' };
}

/** `fifty-five`, `oh-four`, `quatre-vingt-deux`, `four-four-one`. */
function hyphenated(text: string): Spoken | undefined {
  const cut = text.lastIndexOf('-');
  if (cut <= 0) return undefined;
  const [head, tail] = [text.slice(0, cut), text.slice(cut + 1)];
  const ten = tens.get(head);
  const unit = single.get(tail);
  if (ten !== undefined && unit !== undefined) return tensAndUnit(ten, unit);
  const parts = text.split('-').map((part) => single.get(part) ?? pair.get(part));
  return parts.every((part) => part !== undefined) ? { digits: parts.join(''), kind: 'pair' } : undefined;
}

/** How often the next digit is repeated: `double five`, `triple zero`. */
export const REPEATS: Record<string, number> = {
  double: 2,
  doble: 2,
  doppel: 2,
  doppelt: 2,
  doppelte: 2,
  zweimal: 2,
  twice: 2,
  triple: 3,
  treble: 3,
  dreifach: 3,
  dreimal: 3,
  quadruple: 4,
};

/** Filler words between digits, and words that join digits. */
export const FILLERS = new Set(
  (
    'uh uhm um umm er erm ehm eh ah hm hmm mm mhm like so okay ok right then and wait sorry dash hyphen space slash pause ' +
    'comma next go on hold hang let me see well actually now its thats ' +
    'y e este pues luego guion espera und ah aeh ah dann also strich moment et euh puis ensuite tiret alors'
  ).split(' '),
);
