import { anyPhrase } from '../phrases.ts';
import { AT_THE_LATEST } from './clock-words.ts';

const OR = anyPhrase('or, and, oder, und, ou, o');
/** Behind a time, in all languages, normalized: they make it a bound. */
const LATER = anyPhrase('later, spater, plus tard, mas tarde, piu tardi, mais tarde');
const EARLIER = anyPhrase('earlier/sooner, fruher, plus tot, mas temprano, mais cedo');
/** The same as the last words: "at 10 or after 3" is a choice. */
const AFTER = anyPhrase('after, danach, apres, despues, dopo, depois');
const BEFORE = anyPhrase('before, davor/vorher, avant, antes, prima');

const ONWARDS = anyPhrase('onwards, at the earliest, in poi, em diante, en adelante');

const OPEN_END = new RegExp(
  `^(.+?)(,? (?:${OR} (?:(${LATER}|${AFTER}$)|${EARLIER}|${BEFORE}$)|(${ONWARDS})|${anyPhrase(AT_THE_LATEST)}))(?: (\\S.*))?$`,
);

/** A text with words such as "or later" behind a time, taken apart. */
interface OpenEnded {
  /** It ends with the time. */
  before: string;
  words: string;
  /** Empty if nothing is behind these words. */
  behind: string;
  relation: 'from' | 'until';
}

/** Takes words that make a time a bound out of a text: `Friday at 10 or later`. @param text normalized */
export function openEnded(text: string): OpenEnded | undefined {
  const [, before, words = '', later, from, behind = ''] = OPEN_END.exec(text) ?? [];
  return before === undefined ? undefined : { before, words, behind, relation: (later ?? from) ? 'from' : 'until' };
}
