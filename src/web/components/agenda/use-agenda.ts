import { useEffect, useRef } from 'preact/hooks';
import { browserNow } from '../../lib/clock.ts';
import { errorOf, questionOf, type ToolResult } from '../../lib/tool-result.ts';
import type { AgendaActions, Agreed } from './actions.ts';
import { type Draft, useAgendaState } from './agenda-state.ts';
import { explainNotes, explainRefusal } from './explain-outcome.ts';
import { findPlaces } from './find-places.ts';
import {
  type ActionWords,
  CAME_WORDS,
  CANCEL_WORDS,
  failedReading,
  LENGTH_WORDS,
  MOVE_WORDS,
  NO_SHOW_WORDS,
  NOTES_WORDS,
  type Outcome,
  outcomeOf,
  SERVICE_WORDS,
  unansweredOutcome,
} from './outcome.ts';
import { rereadBooking } from './reading/read-bookings.ts';
import type { Agenda, Booking, Moving, ServiceChoice, Slot } from './types.ts';
import { labelName } from './words.ts';

interface MoveOptions {
  /** The days from the first of which free times are looked for (YYYY-MM-DD); the drawn days if absent. */
  dates?: readonly string[];
  /** The service that the appointment gets with the move. */
  service?: ServiceChoice | undefined;
  isCarried?: boolean;
}

/** State of an agenda and its actions. */
export function useAgenda(agenda: Agenda, actions: AgendaActions) {
  const state = useAgendaState(agenda, actions);
  const { start, setSelection, setTask, setOutcome, setMoving, setDraft, startDraft } = state;
  const reading = { actions, zone: agenda.zone };
  const act = useAct(state, reading);
  const { selection, task, outcome, moving, draft, kept, free, select, keepDraft } = state;

  /** Reads the free starts that an appointment can be moved to: on the drawn days and those after them, or from another day on. */
  async function startMoving(
    booking: Booking,
    now: number,
    { dates = agenda.dates, service, isCarried = false }: MoveOptions = {},
  ): Promise<void> {
    const isLatest = start({ text: 'Looking for free times…', isSearch: true });
    const places = await findPlaces(booking, actions, { dates, service, zone: agenda.zone, now });
    if (!isLatest()) return;
    setTask(undefined);
    if ('failure' in places) return setOutcome(places.failure);
    setMoving({ ...places.moving, isCarried });
    setSelection(undefined);
  }

  const { carried } = actions;
  const isMoving = useRef(false);
  useEffect(() => {
    const before = carried?.current;
    if (before) void startMoving(before.booking, browserNow(), { service: before.service, isCarried: true });
  }, []);
  useEffect(() => {
    if (carried && (moving || isMoving.current)) carried.current = moving;
    isMoving.current = moving !== undefined;
  }, [moving]);

  // An appointment may be chosen while the agenda is read again after a change of it.
  useEffect(() => {
    const shown = selection?.kind === 'booking' ? selection.booking : undefined;
    const booking = shown && agenda.bookings?.find(({ key }) => key === shown.key);
    if (booking && booking !== shown) setSelection({ kind: 'booking', booking });
  }, [agenda]);

  // A time that was taken meanwhile is not offered any more, also where it is chosen.
  useEffect(() => {
    if (!agenda.free || moving) return;
    const known = [...agenda.free.slots, ...agenda.free.next];
    const chosen = selection?.kind === 'slot' ? [selection.slot] : selection?.kind === 'several' ? selection.slots : [];
    const isFree = ({ start, staff }: Slot) =>
      known.some((one) => one.start === start && staff.every(({ name }) => one.staff.some((who) => who.name === name)));
    if (!chosen.every(isFree)) setSelection(undefined);
  }, [agenda]);

  return {
    selection,
    task,
    outcome,
    moving,
    draft,
    kept,
    free,
    select,
    keepDraft,
    dismissTask() {
      setTask(undefined);
      // What was refused may have been free only before.
      const isOffered = selection?.kind === 'slot' && !selection.slot.isTyped;
      if (task?.kind === 'refused' && moving && isOffered) void startMoving(moving.booking, browserNow(), moving);
    },
    dismissDraft: () => startDraft(undefined),
    writeNotes: (text: string) => setDraft((written) => written && { ...written, text }),
    dismissOutcome: () => setOutcome(undefined),
    stopMoving() {
      state.begin();
      state.leave();
    },
    cancel: (booking: Booking) => act(booking, async (agreed) => actions.cancel?.(booking, agreed) ?? {}, CANCEL_WORDS),
    setNoShow: (booking: Booking, isNoShow: boolean) =>
      act(
        booking,
        async (agreed) => actions.setNoShow?.(booking, isNoShow, agreed) ?? {},
        isNoShow ? NO_SHOW_WORDS : CAME_WORDS,
      ),
    move: ({ booking, service }: Moving, slot: Slot) =>
      act(booking, async (agreed) => actions.move?.(booking, slot, agreed, service) ?? {}, MOVE_WORDS),
    /** Reads the services that an appointment can get, and asks which one it is to get. */
    async chooseService(booking: Booking, now: number) {
      const isLatest = start({ text: 'Reading the services…' });
      const services = await actions.listServices?.().catch(() => undefined);
      if (!isLatest()) return;
      if (!services) {
        setTask(undefined);
        return setOutcome(failedReading('The services could not be read. Nothing was changed.'));
      }
      const wordsFor = ({ id }: ServiceChoice) => (id === booking.serviceId ? LENGTH_WORDS : SERVICE_WORDS);
      const change = (service: ServiceChoice) =>
        void act(booking, async (agreed) => actions.changeService?.(booking, service, agreed) ?? {}, wordsFor(service));
      const move = actions.findTimes && ((service: ServiceChoice) => void startMoving(booking, now, { service }));
      setTask({ kind: 'services', booking, services, change, move });
    },
    /** Opens the notes of an appointment to change them, in whole and as they are now. */
    async editNotes(booking: Booking) {
      const isLatest = start({ text: 'Reading the notes…' });
      const answer = await actions.read?.(booking).catch(() => undefined);
      if (!isLatest()) return;
      setTask(undefined);
      const now = answer && rereadBooking(booking, answer);
      if (now) {
        setSelection({ kind: 'booking', booking: now });
        startDraft({ booking: now, text: now.notes ?? '' });
      } else {
        setOutcome(failedReading('The notes could not be read. Nothing was changed.', answer && errorOf(answer)));
      }
    },
    saveNotes(draft: Draft) {
      setDraft(draft);
      const { booking, text } = draft;
      return act(booking, async (agreed) => actions.setNotes?.(booking, text, agreed) ?? {}, NOTES_WORDS, {
        written: draft,
      });
    },
    startMoving,
    /** Reads the agenda, or more of it, again. */
    async read(run: Promise<void> | undefined) {
      setOutcome(undefined);
      await run?.catch(() => setOutcome(failedReading(OUTDATED_AGENDA)));
    },
    /** Runs an action that changes nothing here, and shows what it says. After a failure the user still needs what was chosen. */
    async tell(run: Promise<Outcome | undefined> | undefined) {
      const isLatest = state.begin();
      setOutcome(undefined);
      const said = await run?.catch(() => NOT_PASSED_ON);
      if (!said) return;
      if (isLatest() && said.kind === 'good') setSelection(undefined);
      setOutcome(said);
    },
  };
}

/** Returns a function that calls a tool for an appointment, asks what the tool asks, and repeats the call with the agreement. */
function useAct(state: ReturnType<typeof useAgendaState>, reading: { actions: AgendaActions; zone: string }) {
  const { setSelection, setTask, setMoving, setDraft } = state;
  const explain = async (outcome: Outcome, booking: Booking, written: Draft | undefined): Promise<Outcome> => {
    if (!written) return explainRefusal(outcome, booking, reading);
    const { outcome: explained, now } = await explainNotes(outcome, written, reading);
    if (now) {
      setDraft((shown) => (shown?.booking === booking ? { booking: now, text: written.text } : shown));
      setSelection((shown) =>
        shown?.kind === 'booking' && shown.booking.key === booking.key ? { kind: 'booking', booking: now } : shown,
      );
    }
    return explained;
  };
  /** @param written the notes that the call saves: after a failure, the user still needs them. */
  return async function act(
    booking: Booking,
    call: (agreed: Agreed) => Promise<ToolResult>,
    words: ActionWords,
    { agreed = {}, written }: { agreed?: Agreed; written?: Draft } = {},
  ): Promise<void> {
    const isLatest = state.start({ text: words.busy });
    let result: Outcome;
    try {
      const answer = await call(agreed);
      const question = questionOf(answer);
      if (question) {
        // Until it is agreed to, nothing is changed. In the panel of another appointment it would be taken for its question.
        if (!isLatest()) return;
        const repeated = { agreed: { ...agreed, ...question.repeatWith }, ...(written && { written }) };
        setTask({ kind: 'question', question, words, agree: () => void act(booking, call, words, repeated) });
        return;
      }
      result = outcomeOf(answer, words, reading.zone);
    } catch {
      result = unansweredOutcome(words);
    }
    const refused = result;
    if (result.kind !== 'good') result = await explain(result, booking, written);
    // An appointment that was changed meanwhile is explained, and refuses the exception as well.
    if (result === refused && result.rule && words.anyway && reading.actions.mayOverride && isLatest()) {
      const rules = [...((agreed.override as string[] | undefined) ?? []), result.rule];
      const repeated = { agreed: { ...agreed, override: rules } };
      setTask({ kind: 'refused', outcome: result, words, agree: () => void act(booking, call, words, repeated) });
      return;
    }
    if (!isLatest()) setMoving((shown) => (shown?.booking.key === booking.key ? undefined : shown));
    else if (written && result.kind !== 'good') setTask(undefined);
    else state.leave();
    if (!isLatest() && booking.name) result = { ...result, text: `${labelName(booking.name)}: ${result.text}` };
    await state.finish(result);
  };
}

const OUTDATED_AGENDA = 'The agenda could not be read, and shows how it was before.';
const NOT_PASSED_ON: Outcome = {
  kind: 'warn',
  text: 'No answer came. Whether it was passed on is unknown.',
  isChanged: false,
  alternatives: [],
};

export type AgendaState = ReturnType<typeof useAgenda>;
