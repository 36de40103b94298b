import { isFillerOfAppointment } from './appointment-words.ts';
import { anyPhrase } from './phrases.ts';

/** Which way an appointment is moved. "Move it forward" can mean both. */
export type Direction = 'later' | 'earlier' | 'either';

/** What callers say for it in all languages, normalized, without the appointment and the amount. */
const DIRECTIONS: Readonly<Record<Direction, string>> = {
  later: anyPhrase(
    'push/pushed /back/out, put/set back, postpone/delay, make/move/shift later',
    'nach hinten schieben/verschieben/verlegen/legen, spater legen/machen/verlegen, aufschieben/verschieben',
    'repousser/reporter/retarder/decaler/repoussez/reportez/decalez/decale /plus /tard, retrasar/atrasar/aplazar/posponer, retrasarla/aplazarla/posponerla',
    'retrasarlo/aplazarlo/posponerlo/retrasela/retraselo/aplacela/aplacelo, posticipi/posticipate/rimandi/rimandate, posticipare/posticiparlo/rimandare/rimandarlo/ritardare, spostare/spostarlo in avanti',
    'adiar/atrasar/adie/adia/atrase/atrasa',
  ),
  earlier: anyPhrase(
    'bring forward/up, move/pull up, make/move/shift earlier',
    'nach vorn/vorne schieben/verschieben/verlegen/legen, fruher legen/machen/verlegen, vorziehen/vorverlegen',
    'avancer/avancez/avance, adelantar/adelantarla/adelantarlo/adelante/adelantela/adelantelo, anticipare/anticiparlo/anticipi/anticipate/anticipatelo',
    'adiantar/antecipar/adiante/adianta/antecipe/antecipa',
  ),
  either: anyPhrase(
    'move/shift /back/forward, put forward, forward/forwards/back/backwards, verlegen/schieben, deplacer, mover/moverla/moverlo, spostare/spostarlo, mudar',
  ),
};
const PATTERNS = Object.entries(DIRECTIONS).map(([direction, words]) => ({
  direction: direction as Direction,
  pattern: new RegExp(`^${words}$`),
}));

/** What can be beside them, in all languages, besides words for the appointment. */
const BESIDE =
  /^(?:can|could|would|you|we|i|id|like|want|need|please|to|it|by|konnen|wir|sie|ihn|es|ich|mochte|querria|vorrei|lappuntamento)$/;
/** Before the name of a service: "push my cleaning back". */
const OWN = /^(?:my|our|meinen?|mon|ma|mia?|mio|minha|meu)$/;

/** Returns which way the words beside an amount of time move an appointment; undefined for other words. */
export function directionOf(words: readonly string[]): Direction | undefined {
  const isName = (index: number) => OWN.test(words[index - 1] ?? '');
  const left = words.filter((word, index) => !BESIDE.test(word) && !isFillerOfAppointment(word) && !isName(index));
  const said = left.join(' ');
  return PATTERNS.find(({ pattern }) => pattern.test(said))?.direction;
}

/** Verbs for moving to another time, in all languages, normalized. */
const MOVE = anyPhrase(
  'push/pull/shift/move/bring/put/change/switch/reschedule/postpone/delay/transfer',
  'vorverlegen/vorziehen/umbuchen/verschieben/verschiebe/verschieb/verlegen/verlege/verleg/schieben/schiebe/schieb/legen/andern',
  'muevala/muevelo/mueva/mueve/mover/moverla/moverlo/pase/pasela/paselo/pasar/pasarla/pasarlo/cambie/cambiela/cambielo/cambiar/cambiarla/cambiarlo',
  'aplazar/aplazarla/aplazarlo/aplace/aplacela/aplacelo/posponer/posponerla/posponerlo/posponga/reprogramar/reprogramarla/trasladar/trasladarla/adelantar/adelantarla/adelantarlo/retrasar/retrasarla/retrasarlo',
  'decaler/decalez/decale/deplacer/deplacez/deplace/reporter/reportez/reporte/repousser/repoussez/avancer/avancez/changer/changez/mettre/mettez/passer/passez',
  'sposti/sposta/spostate/spostare/spostarlo/spostarla/rimandi/rimandare/rimandarlo/rimandarla/posticipare/posticiparlo/anticipare/anticiparlo/cambiarlo/metta/mettere/metterlo/passarlo',
  'passe/passa/passar/mude/muda/mudar/adie/adia/adiar/remarque/remarca/remarcar/transfira/transferir/troque/troca/trocar/reagendar/reagende/antecipar/antecipe',
);
/** Beside them there is neither the old day nor a negation: "move it from Friday to Monday", "don't move it to Monday". */
const BESIDE_MOVE =
  '(?:(?!(?:from|vo[nm]|de|d[aeo]l?|du|not|dont|cant|cannot|never|nicht|kein\\S*|no|pas|non|nao|ni|oder|or) )[^\\d ,]+ )';
const MOVED_TO = new RegExp(
  `^${BESIDE_MOVE}{0,4}?(?<verb>${MOVE} ${BESIDE_MOVE}{0,5}?)(?:(?:to|until|for|on|auf|zum|para|pour)|(?<article>au?|al|all[ae]?)) (?<start>\\S.*)$`,
);
/** `normalizeSaid` leaves out an "auf" at the beginning. */
const IN_GERMAN = new RegExp(
  `^(?:(?:${BESIDE_MOVE}{0,5}?auf )?(?<start>(?!vo[nm] )\\S.*?)|(?<both>vo[nm] \\S.* auf \\S.*?)) (?:${MOVE}|umlegen)$`,
);
/** They move to a later time only. */
const LATER = new RegExp(
  `^${anyPhrase(
    'push/postpone/delay, put/move/push /it/that/this back, aplazar/aplazarla/aplazarlo/aplace/aplacela/aplacelo/posponer/posponerla/posponerlo/posponga',
    'retrasar/retrasarla/retrasarlo, reporter/reportez/repousser/repoussez, rimandi/rimandare/rimandarlo/rimandarla/posticipare/posticiparlo, adie/adia/adiar',
  )} `,
);
/** "Al 16" is a day. */
const ARTICLES: Readonly<Record<string, string>> = { al: 'el ', au: 'le ', alla: 'la ' };
/** "Move it to 3": of a day, more would be said. */
const HOUR = /^\d{1,2}$/;

/** The words for a new start, and whether they are said of a later time than that of the appointment. */
export interface MovedTo {
  start: string;
  isLater: boolean;
}

/**
 * Returns the words for the new start of `push it to Monday`, `auf Montag verschieben`, `muévala al lunes`; undefined for another text.
 * @param said normalized
 * @param isTime true for a time without a day: "a las 10" keeps its preposition
 */
export function movedTo(said: string, isTime: (text: string) => boolean): MovedTo | undefined {
  const { start = '', both, article, verb = '' } = (IN_GERMAN.exec(said) ?? MOVED_TO.exec(said))?.groups ?? {};
  if (both !== undefined) return { start: both, isLater: false };
  if (start === '') return undefined;
  const isLater = LATER.test(verb);
  const at = `${article ?? 'a'} ${start}`;
  if ((article !== undefined || /^las? /.test(start)) && isTime(at)) return { start: at, isLater };
  const isHour = article === undefined && HOUR.test(start);
  return { start: isHour ? `at ${start}` : `${ARTICLES[article ?? ''] ?? ''}${start}`, isLater };
}
