import { createRandom, hashSeed, type Random } from '../../../src/platform/demo/random.ts';
import { createWords, pickSpeech, type Speech, speechOf } from './vocabulary.ts';

/** Characters that are spoken in ten minutes. */
const TRANSCRIPT_CHARACTERS = 9_000;
const TRANSCRIPT_SECONDS = 600;
/** Of a hundred calls, this many have a promise. */
const PROMISES_PER_100 = 4;

/** What is said in a call. */
export interface Conversation {
  language: string;
  summary: string;
  transcriptJson: string;
  hasPromise: boolean;
}

export interface Talker {
  /** The words of a language, the most frequent first. */
  wordsOf(language: string): readonly string[];
  /** Returns a call of ten minutes, in which the caller says a name and a telephone number in E.164. */
  converse(random: Random, name: string, phone: string): Conversation;
}

/** Invents calls. The words are the same for each talker. */
export function createTalker(): Talker {
  const vocabularies = new Map<string, ReturnType<typeof createWords>>();
  // One generator draws all words, and its state is set by `converse`, so that a call does not depend on those before it.
  let drawing = createRandom(0);
  const shared: Random = {
    next: () => drawing.next(),
    int: (min, max) => drawing.int(min, max),
    pick: (items) => drawing.pick(items),
    chance: (probability) => drawing.chance(probability),
  };
  const vocabularyOf = (speech: Speech) => {
    const known = vocabularies.get(speech.language);
    if (known) return known;
    const before = drawing;
    drawing = createRandom(hashSeed(speech.language));
    const created = createWords(speech, shared);
    drawing = before;
    vocabularies.set(speech.language, created);
    return created;
  };
  return {
    wordsOf: (language) => vocabularyOf(speechOf(language)).all,
    converse(random, name, phone) {
      const speech = pickSpeech(random);
      const { draw } = vocabularyOf(speech);
      drawing = random;
      const hasPromise = random.chance(PROMISES_PER_100 / 100);
      const sentence = (length: number) => Array.from({ length }, draw).join(speech.separator);
      const texts = [speech.opening, introduce(speech, name, phone, random)];
      let length = 0;
      while (length < TRANSCRIPT_CHARACTERS) {
        const text = `${sentence(random.int(5, 30))}${random.chance(0.1) ? ` ${figure(random)}` : ''}.`;
        texts.push(text);
        length += text.length;
      }
      if (hasPromise) texts.push(random.pick(speech.promises));
      const turns = texts.map((text, index) => ({
        speaker: index % 2 === 0 ? 'agent' : 'caller',
        text,
        offset_seconds: Math.round((TRANSCRIPT_SECONDS * index) / texts.length),
      }));
      // The agent makes the promise, also in a turn of the caller.
      if (hasPromise) turns[turns.length - 1] = { ...(turns.at(-1) as (typeof turns)[number]), speaker: 'agent' };
      return {
        language: speech.language,
        summary: `${name}: ${sentence(random.int(6, 15))}.`,
        transcriptJson: JSON.stringify(turns),
        hasPromise,
      };
    },
  };
}

/** Returns the turn in which callers say who they are, with the last digits of their number spelled out by some. */
function introduce({ introduction, digits }: Speech, name: string, phone: string, random: Random): string {
  const national = phone.slice(-10);
  const spelled = [...national].map((digit) => digits[Number(digit)]).join(' ');
  const written = `${national.slice(0, 3)}-${national.slice(3, 6)}-${national.slice(6)}`;
  return introduction.replace('NAME', name).replace('NUMBER', random.chance(0.5) ? spelled : written);
}

/** A price, a time or a number of an order. */
function figure(random: Random): string {
  const kind = random.int(0, 2);
  if (kind === 0) return `$${random.int(20, 900)}`;
  if (kind === 1) return `${random.int(8, 17)}:${random.pick(['00', '15', '30', '45'])}`;
  return String(random.int(10_000, 999_999));
}
