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

/** Reads whether an appointment takes place. Without a word it does. Returns undefined for an unknown word. */
export const readStatus = (text: string): ImportedBooking['status'] | undefined =>
  normalHeader(text) === '' ? 'confirmed' : STATUS_OF.get(normalHeader(text));
