import type { Office } from './office.ts';

/** Before the name of a person, in the languages of the voice profile, whichever of them is spoken. None is a given name. */
const TITLE =
  /^(frau|herrn?|mr|mrs|ms|miss|mister|madame|mme|monsieur|mademoiselle|mlle|señora?|srt?a?|signora?|sig|senhora?|dr|dra|doktor|doctor|prof|professor)\.?(ª|ra)?\s+/iu;
/** In other languages it is an initial. */
const FRENCH_MONSIEUR = /^m\.?\s+/iu;
/** Of one name, such as `Frau Professor Doktor`. */
const MAX_TITLES = 3;

/** Splits the name of a person into titles, which can be empty, and the rest. */
export function splitTitles(name: string, { context }: Office): { titles: string; rest: string } {
  const isFrench = context.settings.voice?.language.startsWith('fr') === true;
  let rest = name.trim();
  for (let count = 0; count < MAX_TITLES; count++) {
    const [title = ''] = TITLE.exec(rest) ?? (isFrench ? FRENCH_MONSIEUR.exec(rest) : null) ?? [];
    if (title === '') break;
    rest = rest.slice(title.length);
  }
  return {
    titles: name
      .trim()
      .slice(0, name.trim().length - rest.length)
      .trim(),
    rest,
  };
}
