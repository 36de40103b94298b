import { NO_SHOW } from '../../contract/index.ts';
import type { ImportedBooking } from '../../platform/index.ts';
import { normalHeader, headerWords as words } from '../headers.ts';

type Status = ImportedBooking['status'];

/** The cells of a row that say whether an appointment takes place. */
export interface StatusCells {
  status: string;
  /** `true`, or the day on which it was cancelled. */
  cancelled: string;
  /** `true`, if the customer did not come. */
  no_show: string;
}

/** What programs write, in the form of `normalHeader`. */
const STATUSES: Readonly<Record<Status, readonly string[]>> = {
  confirmed:
    words(`confirmed active booked scheduled accepted approved new open pending tentative rescheduled arrived checkedin checkedout
    signedin waiting inprogress started completed complete done fulfilled finished attended showed seen paid unpaid
    bestatigt gebucht geplant offen neu aktiv erledigt abgeschlossen erschienen stattgefunden bezahlt imwartezimmer inbehandlung
    gesehen anwesend wahrgenommen durchgefuhrt ausstehend
    confirmada confirmado reservada reservado pendiente completada completado realizada realizado atendida atendido asistio pagado
    finalizada finalizado confirme confirmee reserve planifie enattente ensalledattente arrive vu termine terminee honore effectue
    agendado agendada pendente concluido concluida compareceu confermata confermato prenotato completata completato inattesa`),
  [NO_SHOW]: words(`didnotattend didnotshow didnotcome missed absent
    nichterschienen nichtgekommen nichtangetreten versaumt kundenichterschienen patientnichterschienen unentschuldigtnichterschienen
    noasistio noasiste nosepresento nopresentado absente nonhonore nonpresente absentexcuse absentnonexcuse naocompareceu faltou
    nonpresentato assente`),
  cancelled: words(`latecancel latecancelled latecanceled latecancellation earlycancel earlycancelled earlycanceled
    declined rejected deleted void expired abgelehnt geloscht rechazada rechazado refuse supprime recusado recusada rifiutato`),
};

const STATUS_OF = new Map(
  Object.entries(STATUSES).flatMap(([status, known]) => known.map((word) => [word, status as Status] as const)),
);

/** Words that others can follow: `Cancelled by client`, `Storniert (Kunde)`, `No-show, charged`. */
const FIRST_WORDS: readonly (readonly [RegExp, Status])[] = [
  [
    /^(?:cancell?ed|storniert|abgesagt|annulee?|cancelad[oa]|anulad[oa]|annullat[oa]|cancellat[oa]|disdett[oa])/,
    'cancelled',
  ],
  [/^noshow/, NO_SHOW],
];

const YES = new Set(words('yes y true t x ja j wahr si sim oui o vrai vero verdadero verdadeiro'));
const NO = new Set(words('no n false f nein falsch non nao faux falso'));
/** `0`, `-`, `0000-00-00` */
const NOTHING = /^0*$/;

/** Reads whether an appointment takes place. Without a word it does. Returns undefined if a word is not known. */
export function readStatus({ status, cancelled, no_show }: StatusCells): Status | undefined {
  const meant = [readFlag(cancelled, 'cancelled'), readFlag(no_show, NO_SHOW), readWord(status)];
  // A status such as `Booked` can be that of before.
  if (meant.includes('cancelled')) return 'cancelled';
  if (meant.includes(undefined)) return undefined;
  return meant.includes(NO_SHOW) ? NO_SHOW : 'confirmed';
}

/** Returns what a word of a status is read as, unless it is that; undefined for an unknown one, and without one. */
export function statusReadAs(text: string): Status | undefined {
  const meant = text === '' ? undefined : readWord(text);
  return meant === undefined || normalHeader(meant) === normalHeader(text) ? undefined : meant;
}

function readWord(text: string): Status | undefined {
  const word = normalHeader(text);
  if (word === '' || word === 'yes') return 'confirmed';
  return STATUS_OF.get(word) ?? FIRST_WORDS.find(([first]) => first.test(word))?.[1];
}

/** Reads a cell that says whether an appointment is `flagged`, or since when. */
function readFlag(text: string, flagged: Status): Status | undefined {
  const word = normalHeader(text);
  if (NO.has(word) || NOTHING.test(word)) return 'confirmed';
  return YES.has(word) || /\d/.test(word) ? flagged : readWord(text);
}
