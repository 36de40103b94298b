import { normalizeName } from '../../../../lib/search/text-search.ts';
import { withEnglish } from '../with-english.ts';
import { peopleMeantBy } from './people-meant.ts';

/** Of everyone but some, normalized: words for everyone, which can be left out, and those before a name, as alternatives of a regular expression. */
interface ExceptWords {
  everyone: string;
  except: string;
  /** Only behind a word for everyone: "but with Sam" is with Sam. */
  exceptBehind?: string;
  with: string;
}

const WORDS: Readonly<Record<string, ExceptWords>> & { en: ExceptWords } = {
  en: {
    everyone: '(?:any|every|some) ?(?:one|body)(?: of them)?|any person|all|who ?ever',
    except: '(?:but |just |only )?not|except(?: for)?|other than|apart from|besides|excluding',
    exceptBehind: 'but',
    with: 'with|by',
  },
  de: {
    everyone: '(?:irgend ?)?(?:wer|jemand|jemandem|wem)|jede[rm]|alle[nr]?|egal (?:wer|bei wem)',
    except: 'ausser|bis auf|(?:aber |nur |bloss )?nicht',
    with: 'beim?|mit|zu[mr]?',
  },
  fr: {
    everyone: 'nimporte qui|tout le monde|tous|quelquun',
    except: 'sauf|hormis|excepte|a part|(?:mais )?(?:surtout )?pas',
    with: 'avec|chez',
  },
  es: {
    everyone: 'cualquiera|quien sea|todos|alguien',
    except: 'menos|excepto|salvo|que no sea|(?:pero )?no',
    with: 'con',
  },
  it: {
    everyone: 'chiunque|tutti|qualcuno',
    except: 'tranne|eccetto|salvo|a parte|(?:ma )?non',
    with: 'con|da',
  },
  pt: {
    everyone: 'qualquer (?:um|uma|pessoa)|todos|alguem',
    except: 'menos|exceto|salvo|que nao seja|(?:mas )?nao',
    with: 'com',
  },
};
const exceptIn = withEnglish(WORDS, ({ everyone, except, exceptBehind = except, with: preposition }) => [
  new RegExp(
    `^(?:(?:${preposition}) )?(?:(?:${everyone}),? (?:${exceptBehind})|(?:(?:${everyone}),? )?(?:${except})) (?:(?:${preposition}) )?(\\S.*)$`,
  ),
]);
const withIn = withEnglish(WORDS, (words) => [new RegExp(`^(?:${words.with}) (?=\\S)`)]);
/** Between two names, in all languages. */
const BETWEEN = /,? (?:or|nor|and|oder|und|ou|et|ed?|o|u|y) |, /;

/** True for words such as "but" before others. @param text normalized */
export const isExcept = (text: string, language: string): boolean =>
  exceptIn(language).some((pattern) => pattern.test(text));

/** Returns the people whom a caller does not want who says nothing else: `anyone but Sam`. None for other words. */
export function peopleExcepted<T extends { id: string; name: string }>(
  text: string,
  people: readonly T[],
  language: string,
): readonly T[] {
  for (const pattern of exceptIn(language)) {
    const [, names] = pattern.exec(normalizeName(text)) ?? [];
    const meant = names?.split(BETWEEN).map((name) => peopleMeantBy(name, people, (one) => one.name, language));
    // A name that is not known can be a name that was misheard.
    if (meant?.every((some) => some.length > 0)) return [...new Set(meant.flat())];
  }
  return [];
}

/** Returns the text behind a word such as "with", where it begins with one. @param text normalized */
export function behindWith(text: string, language: string): string | undefined {
  const pattern = withIn(language).find((one) => one.test(text));
  return pattern && text.replace(pattern, '');
}
