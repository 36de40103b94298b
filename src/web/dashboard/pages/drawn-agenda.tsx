import { useMemo, useState } from 'preact/hooks';
import type { AgendaActions } from '../../components/agenda/actions.ts';
import { Agenda } from '../../components/agenda/agenda.tsx';
import { agendaOf } from '../../components/agenda/model.ts';
import { PrintedDays } from '../../components/agenda/printed-days.tsx';
import { toolActions } from '../../components/agenda/tool-actions.ts';
import type { Booking, FreeTimes, Slot } from '../../components/agenda/types.ts';
import { BOOKING_FILE, bookingFile } from '../../lib/booking-file.ts';
import { browserNow } from '../../lib/clock.ts';
import { computerZone } from '../../lib/time.ts';
import type { ToolResult } from '../../lib/tool-result.ts';
import { usePrinting } from '../../lib/use-printing.ts';
import { useChangeCustomer } from '../parts/change-customer.tsx';
import { useDesk } from '../parts/context.ts';
import { href, keepPlace } from '../parts/route.ts';
import { saveFile } from '../parts/save-file.ts';
import { NO_ANSWER, RequestError } from '../requests/http.ts';

interface DrawnAgendaProps {
  answer: ToolResult;
  input: Record<string, unknown>;
  chosen: string | undefined;
  carried: NonNullable<AgendaActions['carried']>;
  /** Resolves to whether the answer was read again. */
  onReload(): Promise<boolean>;
  /** Called with the free time to book; what is undefined is still to be asked for. */
  onBook: ((slot: Slot | undefined, free: FreeTimes | undefined, zone: string) => void) | undefined;
  /** There is a service to choose. */
  hasServices: boolean;
  bookingHref: NonNullable<AgendaActions['bookingHref']>;
  bookAgainHref: ((booking: Booking, zone: string) => string | undefined) | undefined;
}

/** The days of an answer, with what the user can do with them. */
export function DrawnAgenda({
  answer,
  input,
  chosen,
  carried,
  onReload,
  onBook,
  hasServices,
  bookingHref,
  bookAgainHref,
}: DrawnAgendaProps) {
  const { session, tryTool, clear } = useDesk();
  const [later, setLater] = useState<{ than: ToolResult; answer: ToolResult }>();
  const current = later?.than === answer ? later.answer : answer;
  const agenda = useMemo(() => agendaOf(current, browserNow()), [current]);
  const { free } = agenda;
  const isPrinting = usePrinting();
  const onAnswer = (newer: ToolResult) => setLater({ than: answer, answer: newer });
  const {
    loadRest,
    refresh: _,
    cancel,
    ...changes
  } = toolActions({
    callTool: tryTool,
    agenda,
    answer: current,
    input,
    onAnswer,
  });
  const [changeCustomer, customerDialog] = useChangeCustomer(agenda.zone, onReload);
  const actions: AgendaActions = {
    choose: clear,
    addToCalendar: async (booking) => {
      const text = bookingFile(booking, browserNow());
      if (text !== undefined) saveFile({ ...BOOKING_FILE, text });
      return undefined;
    },
    ...(loadRest && { loadRest }),
    refresh: async () => {
      if (!(await onReload())) throw new Error('the agenda could not be read again');
    },
    // The rest that was loaded would be dropped.
    isLive: current === answer,
    bookingHref,
    ...(bookAgainHref && { bookAgainHref: (booking) => bookAgainHref(booking, agenda.zone) }),
    contactHref: (id) => href('contacts', id),
    keepPlace,
    carried,
    openLink: 'browser',
    ...(session.read_only ? {} : { ...changes, changeCustomer, mayOverride: true }),
    ...(cancel && !session.read_only && { cancel: askingFirst(cancel) }),
    ...(onBook && {
      book: async (slot, free) => {
        onBook(slot, free, agenda.zone);
        return undefined;
      },
    }),
  };
  return (
    <>
      <Agenda
        agenda={agenda}
        userZone={computerZone()}
        actions={actions}
        now={browserNow}
        chosen={chosen}
        level={2}
        printed={isPrinting ? PrintedDays : undefined}
      >
        {onBook && (free || hasServices) && (
          <button
            type="button"
            class={free ? undefined : 'primary'}
            onClick={() => onBook(undefined, free, agenda.zone)}
          >
            {free ? 'Another time…' : 'New appointment…'}
          </button>
        )}
      </Agenda>
      {customerDialog}
    </>
  );
}

/** The dashboard's server asks before it cancels, so that the first call changes nothing, also if it is not answered. */
const askingFirst =
  (cancel: NonNullable<AgendaActions['cancel']>): typeof cancel =>
  (booking, agreed) =>
    cancel(booking, agreed).catch((error: unknown) => {
      if (Object.keys(agreed).length > 0) throw error;
      const message = error instanceof RequestError && error.status > 0 ? error.message : NO_ANSWER;
      return { isError: true, structuredContent: { error: { message, changed: 'no' } } };
    });
