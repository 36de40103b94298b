import type { Host } from '../../bridge/host.ts';
import { quotedId } from '../../components/actions.ts';
import type { AgendaActions, Chosen } from '../../components/agenda/actions.ts';
import type { Outcome } from '../../components/agenda/outcome.ts';
import { dayAndTime } from '../../components/agenda/outcome.ts';
import { type AgendaCalls, toolActions } from '../../components/agenda/tool-actions.ts';
import type { Agenda, FreeTimes, Slot } from '../../components/agenda/types.ts';
import { quotedText } from '../../components/agenda/words.ts';
import { BOOKING_FILE, bookingFile } from '../../lib/booking-file.ts';
import { browserNow } from '../../lib/clock.ts';
import { offeredIn } from '../../lib/tool-result.ts';

interface HostActionsOptions extends Omit<AgendaCalls, 'callTool'> {
  host: Host;
}

/** What a host lets the view do: calls of tools, messages, and what the model is to know. */
export function hostActions({ host, agenda, answer, input, onAnswer }: HostActionsOptions): AgendaActions {
  const { serverTools, message, updateModelContext, openLinks, downloadFile } = host.capabilities();
  const isOffered = offeredIn(answer);
  return {
    ...(updateModelContext && { choose: (chosen) => void host.tellModel(chosenText(chosen, agenda)).catch(ignore) }),
    ...(message &&
      isOffered('create_booking') && {
        book: async (slot, free) => sent(await host.say(bookText(slot, free, agenda))),
      }),
    ...(message &&
      isOffered('get_call') && {
        openCall: async ({ id }) =>
          sent(
            await host.say(
              `Show me the call in which the booking ${id === undefined ? '' : `${quotedId(id)} `}was made.`,
            ),
          ),
      }),
    ...(downloadFile && {
      addToCalendar: async (booking) => {
        const text = bookingFile(booking, browserNow());
        return saved(text !== undefined && (await host.saveFile({ ...BOOKING_FILE, text })));
      },
    }),
    ...(openLinks && {
      openLink: async (url) => ((await host.openLink(url).catch(() => false)) ? undefined : notOpened(url)),
    }),
    ...(serverTools && toolActions({ callTool: host.callTool, agenda, answer, input, onAnswer })),
  };
}

const ignore = () => undefined;

const sent = (isSent: boolean): Outcome => ({
  kind: isSent ? 'good' : 'warn',
  text: isSent ? 'Sent to the conversation. Nothing is booked until the assistant says so.' : 'It could not be sent.',
  isChanged: false,
  alternatives: [],
});

/** Names the number or address: the text of the button that has it cannot be selected. */
const notOpened = (url: string): Outcome => ({
  kind: 'warn',
  text: 'The host did not open it.',
  reason: `You can copy it from here: ${quotedText(decodeURIComponent(url.replace(/^\w+:/, '')))}.`,
  isChanged: false,
  alternatives: [],
});

const saved = (isSaved: boolean): Outcome => ({
  kind: isSaved ? 'good' : 'warn',
  text: isSaved ? 'The file was saved. Open it to add the appointment to a calendar.' : 'The file could not be saved.',
  isChanged: false,
  alternatives: [],
});

/** What the user chose, for the model: ids and times only, because the rest is written by others. */
function chosenText(chosen: Chosen, { zone }: Agenda): string {
  const { start } = chosen.kind === 'booking' ? chosen.booking : chosen.slot;
  const fields =
    chosen.kind === 'booking'
      ? { chosen: 'booking', booking_id: chosen.booking.id, service_id: chosen.booking.serviceId }
      : { chosen: 'free_time', service_id: chosen.free.serviceId, staff_ids: idsOf(chosen.slot) };
  const times = Number.isNaN(start) ? {} : { start_time: new Date(start).toISOString(), time_zone: zone };
  const lines = Object.entries({ view: 'agenda', ...fields, ...times }).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${JSON.stringify(value)}`,
  );
  const what = chosen.kind === 'booking' ? 'this booking' : 'this free time, and booked nothing yet';
  return `---\n${lines.join('\n')}\n---\nThe user chose ${what} in the agenda.`;
}

const idsOf = ({ staff }: Slot) => {
  const ids = staff.flatMap(({ id }) => id ?? []);
  return ids.length > 0 ? ids : undefined;
};

/** What the user asks for with "Book this time". */
function bookText(slot: Slot, free: FreeTimes, { zone }: Agenda): string {
  const ids = idsOf(slot);
  const who = ids?.length === 1 ? `, staff_id ${quotedId(ids[0] as string)}` : '';
  return `Book ${quotedText(free.service ?? free.serviceId)} on ${dayAndTime(slot.start, zone)} (${zone}): service_id ${quotedId(free.serviceId)}, start_time ${new Date(slot.start).toISOString()}${who}.`;
}
