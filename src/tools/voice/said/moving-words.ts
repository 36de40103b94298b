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
    'move/shift /back/forward, put forward, verlegen/schieben, deplacer, mover/moverla/moverlo, spostare/spostarlo, mudar',
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
