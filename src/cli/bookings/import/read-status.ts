import { NO_SHOW } from '../../../contract/index.ts';
import type { ImportedBooking } from '../../../platform/index.ts';
import { normalHeader, headerWords as words } from '../../imports/headers.ts';

/** What programs write, in the form of `normalHeader`. */
const STATUSES: Readonly<Record<ImportedBooking['status'], readonly string[]>> = {
  confirmed:
    words(`confirmed active booked scheduled accepted approved new open pending tentative rescheduled arrived checkedin checkedout
    inprogress started completed complete done fulfilled finished attended paid unpaid yes
    bestatigt gebucht geplant offen neu aktiv erledigt abgeschlossen erschienen stattgefunden bezahlt
    confirmada confirmado reservada reservado pendiente completada completado realizada realizado atendida atendido
    confirme confirmee reserve planifie enattente termine terminee honore effectue
    agendado agendada pendente concluido concluida confermato confermata prenotato completata inattesa`),
  [NO_SHOW]: words(`noshow noshowed didnotattend didnotshow missed absent
    nichterschienen nichtgekommen nichtangetreten versaumt noasistio nosepresento absente nonhonore naocompareceu faltou
    nonpresentato assente`),
  cancelled:
    words(`cancelled canceled cancelledbycustomer cancelledbyclient canceledbyclient declined rejected deleted void expired
    storniert abgesagt abgelehnt geloscht cancelada cancelado anulada anulado rechazada rechazado annule annulee refuse
    supprime recusado recusada cancellato cancellata annullato annullata disdetta rifiutato`),
};

const STATUS_OF = new Map(
  Object.entries(STATUSES).flatMap(([status, known]) =>
    known.map((word) => [word, status as ImportedBooking['status']] as const),
  ),
);

const YES = words('yes true 1 x ja wahr si oui vrai sim verdadeiro vero');
const NO = words('no false 0 nein falsch non faux nao falso');

/** A cell that says whether an appointment takes place. */
export interface StatusCell {
  /** `Status`, or a header that is a status itself, such as `Canceled`, with yes or no in the cell. */
  header: string;
  text: string;
}

/**
 * Reads whether an appointment takes place, of one cell or several: it does not if one of them says so.
 * @returns the text of the cell if it has an unknown word
 */
export function readStatuses(
  cells: readonly StatusCell[],
): { status: ImportedBooking['status'] } | { unknown: string } {
  const found = new Set<ImportedBooking['status']>();
  for (const { header, text } of cells) {
    const stated = STATUS_OF.get(normalHeader(header));
    const word = normalHeader(text);
    const isAnswer = stated !== undefined && (YES.includes(word) || NO.includes(word));
    const status = isAnswer ? (YES.includes(word) ? stated : 'confirmed') : readStatus(text);
    if (status === undefined) return { unknown: text };
    found.add(status);
  }
  return { status: found.has('cancelled') ? 'cancelled' : found.has(NO_SHOW) ? NO_SHOW : 'confirmed' };
}

/** Reads whether an appointment takes place. Without a word it does. Returns undefined for an unknown word. */
export const readStatus = (text: string): ImportedBooking['status'] | undefined =>
  normalHeader(text) === '' ? 'confirmed' : STATUS_OF.get(normalHeader(text));
