import { NOT_BUT } from './negation-words.ts';
import { withEnglish } from './with-english.ts';

/** Words for an appointment that is not meant, and for the one that is, if it is said. */
interface WithoutUnwanted {
  unwanted: string;
  wanted: string | undefined;
}

/** In these, "not" is "no" as well: "no la del martes" can be "no, la del martes". */
const NOT_IS_NO = ['es', 'pt'];

const formsIn = withEnglish(NOT_BUT, ([not, but], language) => [
  {
    unwantedFirst: new RegExp(`^${not} (.+?)(?:,? ${but}|,) (.+)$`),
    wantedFirst: new RegExp(`^(.+?),? ${not} (.+)$`),
    alone: NOT_IS_NO.includes(language) ? undefined : new RegExp(`^${not} ([^,]+)$`),
  },
]);

/** Takes apart words such as `not the Friday one, the Tuesday one`; undefined for others. @param said normalized */
export function unwantedApart(said: string, language: string): WithoutUnwanted | undefined {
  for (const { unwantedFirst, wantedFirst, alone } of formsIn(language)) {
    const [, first, behind] = unwantedFirst.exec(said) ?? [];
    if (first !== undefined && behind !== undefined) return { unwanted: first, wanted: behind };
    const [, ahead, last] = wantedFirst.exec(said) ?? [];
    if (ahead !== undefined && last !== undefined) return { unwanted: last, wanted: ahead };
    const [, only] = alone?.exec(said) ?? [];
    if (only !== undefined) return { unwanted: only, wanted: undefined };
  }
  return undefined;
}
