import { useRef, useState } from 'preact/hooks';
import { errorOf, type Question, questionOf, type ToolResult } from '../../lib/tool-result.ts';
import type { AgendaActions, Agreed } from './actions.ts';
import { agendaOf } from './model.ts';
import {
  type ActionWords,
  CAME_WORDS,
  CANCEL_WORDS,
  changedText,
  MOVE_WORDS,
  NO_SHOW_WORDS,
  NOTES_WORDS,
  type Outcome,
  outcomeOf,
  unansweredOutcome,
} from './outcome.ts';
import { rereadBooking } from './read-bookings.ts';
import { hasSlotOn, placesToMove } from './tool-actions.ts';
import type { Agenda, Booking, FreeTimes, Slot } from './types.ts';
import { labelName } from './words.ts';

/** What the panel shows. */
export type Selection =
  | { kind: 'booking'; booking: Booking }
  | { kind: 'slot'; slot: Slot }
  /** Things for which the grid has no room, or starts that follow each other. */
  | { kind: 'several'; bookings: Booking[]; slots: Slot[] };

/** An action that runs, or whose question waits for an answer. */
export type Task =
  | { kind: 'running'; text: string; isSearch?: boolean }
  | { kind: 'question'; question: Question; words: ActionWords; agree(): void };

export interface Moving {
  booking: Booking;
  free: FreeTimes;
  /** The days from the first of which free times were looked for: those that were drawn, or another one. */
  dates: readonly string[];
}

/** Notes that are written. */
export interface Draft {
  /** The appointment as the user has seen it. */
  booking: Booking;
  text: string;
}

/** True if what is written differs from the stored notes. */
export const isUnsaved = ({ booking, text }: Draft): boolean => text.trim() !== (booking.notes ?? '');

/** State of an agenda and its actions. */
export function useAgenda(agenda: Agenda, actions: AgendaActions) {
  const [selection, setSelection] = useState<Selection>();
  const [task, setTask] = useState<Task>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [moving, setMoving] = useState<Moving>();
  const [draft, setDraft] = useState<Draft>();
  const free = moving?.free ?? agenda.free;
  /** How often unsaved notes were kept. */
  const [kept, setKept] = useState(0);
  const startDraft = (started: Draft | undefined) => {
    setKept(0);
    setDraft(started);
  };

  const steps = useRef(0);
  /** Begins a step: a choice or an action. Returns whether it still is the latest one, of which alone the panel shows an answer. */
  const begin = () => {
    const step = ++steps.current;
    return () => step === steps.current;
  };
  const select = (selected: Selection | undefined) => {
    begin();
    setSelection(selected);
    setTask(undefined);
    startDraft(undefined);
    if (selected?.kind === 'booking') actions.choose?.({ kind: 'booking', booking: selected.booking });
    if (selected?.kind === 'slot' && free && !moving) actions.choose?.({ kind: 'slot', slot: selected.slot, free });
  };
  const leave = () => {
    setTask(undefined);
    setSelection(undefined);
    setMoving(undefined);
    startDraft(undefined);
  };
  const finish = async (result: Outcome) => {
    setOutcome(result);
    if (!result.isChanged) return;
    await actions.refresh?.().catch(() => {
      const reason = [result.reason, 'The agenda could not be read again, and shows how it was before.'];
      setOutcome({ ...result, reason: reason.filter(Boolean).join(' ') });
    });
  };
  /** Reads an appointment as it is now; undefined if that failed. */
  const reread = async (booking: Booking): Promise<Booking | undefined> => {
    const answer = await actions.read?.(booking).catch(() => undefined);
    return answer && rereadBooking(booking, answer);
  };
  /** After a refusal, what is true now explains it better than the sentence of the tool, if the appointment was changed. */
  const explained = async (outcome: Outcome, booking: Booking): Promise<Outcome> => {
    if (outcome.kind !== 'bad') return outcome;
    const now = await reread(booking);
    const changed = now && changedText(booking, now, agenda.zone);
    return changed === undefined ? outcome : { ...outcome, reason: changed };
  };
  /**
   * After notes were not saved, or perhaps not, shows those of now, which the next attempt replaces. If they are the ones that
   * were written, they are saved.
   */
  const explainedNotes = async (outcome: Outcome, { booking, text }: Draft): Promise<Outcome> => {
    const now = await reread(booking);
    if (!now) return outcome;
    if ((now.notes ?? '') === text) return { ...outcome, kind: 'good', text: NOTES_WORDS.done, reason: undefined };
    setDraft((shown) => (shown?.booking === booking ? { booking: now, text } : shown));
    setSelection((shown) =>
      shown?.kind === 'booking' && shown.booking.key === booking.key ? { kind: 'booking', booking: now } : shown,
    );
    const changed = outcome.kind === 'bad' ? changedText(booking, now, agenda.zone) : undefined;
    const advice = now.notes === booking.notes ? '' : ` ${SEE_NOTES}`;
    return changed === undefined ? outcome : { ...outcome, reason: `${changed}${advice}` };
  };
  /**
   * Calls a tool for an appointment, asks what it asks, and repeats the call with the agreement.
   * @param written the notes that the call saves: after a failure, the user still needs them.
   */
  const act = async (
    booking: Booking,
    call: (agreed: Agreed) => Promise<ToolResult>,
    words: ActionWords,
    { agreed = {}, written }: { agreed?: Agreed; written?: Draft } = {},
  ) => {
    const isLatest = begin();
    setOutcome(undefined);
    setTask({ kind: 'running', text: words.busy });
    let result: Outcome;
    try {
      const answer = await call(agreed);
      const question = questionOf(answer);
      if (question) {
        // Until it is agreed to, nothing is changed. In the panel of another appointment it would be taken for its question.
        if (!isLatest()) return;
        const agree = () =>
          void act(booking, call, words, {
            agreed: { ...agreed, ...question.repeatWith },
            ...(written && { written }),
          });
        setTask({ kind: 'question', question, words, agree });
        return;
      }
      result = outcomeOf(answer, words, agenda.zone);
    } catch {
      result = unansweredOutcome(words);
    }
    if (result.kind !== 'good') result = await (written ? explainedNotes(result, written) : explained(result, booking));
    if (isLatest()) {
      if (written && result.kind !== 'good') setTask(undefined);
      else leave();
    } else setMoving((shown) => (shown?.booking.key === booking.key ? undefined : shown));
    if (!isLatest() && booking.name) result = { ...result, text: `${labelName(booking.name)}: ${result.text}` };
    await finish(result);
  };

  return {
    selection,
    task,
    outcome,
    moving,
    draft,
    kept,
    free,
    select,
    dismissTask: () => setTask(undefined),
    dismissDraft: () => startDraft(undefined),
    writeNotes: (text: string) => setDraft((written) => written && { ...written, text }),
    /** Keeps notes that are not saved from what would drop them. Returns false if there are none. */
    keepDraft(): boolean {
      if (task || !draft || !isUnsaved(draft)) return false;
      setKept((before) => before + 1);
      return true;
    },
    dismissOutcome: () => setOutcome(undefined),
    stopMoving() {
      begin();
      leave();
    },
    cancel: (booking: Booking) => act(booking, async (agreed) => actions.cancel?.(booking, agreed) ?? {}, CANCEL_WORDS),
    setNoShow: (booking: Booking, isNoShow: boolean) =>
      act(
        booking,
        async (agreed) => actions.setNoShow?.(booking, isNoShow, agreed) ?? {},
        isNoShow ? NO_SHOW_WORDS : CAME_WORDS,
      ),
    move: (booking: Booking, slot: Slot) =>
      act(booking, async (agreed) => actions.move?.(booking, slot, agreed) ?? {}, MOVE_WORDS),
    /** Opens the notes of an appointment to change them, in whole and as they are now. */
    async editNotes(booking: Booking) {
      const isLatest = begin();
      setOutcome(undefined);
      setTask({ kind: 'running', text: 'Reading the notes…' });
      const answer = await actions.read?.(booking).catch(() => undefined);
      if (!isLatest()) return;
      setTask(undefined);
      const now = answer && rereadBooking(booking, answer);
      if (now) {
        setSelection({ kind: 'booking', booking: now });
        startDraft({ booking: now, text: now.notes ?? '' });
      } else {
        setOutcome({
          kind: 'bad',
          text: 'The notes could not be read. Nothing was changed.',
          reason: answer && errorOf(answer),
          isChanged: false,
          alternatives: [],
        });
      }
    },
    saveNotes(draft: Draft) {
      setDraft(draft);
      const { booking, text } = draft;
      return act(booking, async (agreed) => actions.setNotes?.(booking, text, agreed) ?? {}, NOTES_WORDS, {
        written: draft,
      });
    },
    /** Reads the free starts that an appointment can be moved to: on the drawn days and those after them, or from another day on. */
    async startMoving(booking: Booking, now: number, from?: string) {
      const isLatest = begin();
      setOutcome(undefined);
      setTask({ kind: 'running', text: 'Looking for free times…', isSearch: true });
      const dates = from === undefined ? agenda.dates : [from];
      const result = await actions.findTimes?.(booking, dates).catch(() => undefined);
      const found = result && !result.isError ? agendaOf(result, now).free : undefined;
      // An answer with free times on later days does not say why these days have none.
      const isLater = found && found.slots.length > 0 && !hasSlotOn(dates, found, agenda.zone);
      const none = isLater ? await actions.findTimes?.(booking, dates, 1).catch(() => undefined) : undefined;
      if (!isLatest()) return;
      setTask(undefined);
      if (found) {
        const reasons = none ? (agendaOf(none, now).free?.reasons ?? []) : found.reasons;
        setMoving({ booking, free: placesToMove(booking, { ...found, reasons }), dates });
        setSelection(undefined);
      } else {
        const failure = result && outcomeOf(result, MOVE_WORDS, agenda.zone);
        setOutcome({
          kind: 'bad',
          text: 'The free times could not be read. Nothing was changed.',
          reason: failure?.reason,
          isChanged: false,
          alternatives: [],
        });
      }
    },
    /** Reads the agenda, or more of it, again. */
    async read(run: Promise<void> | undefined) {
      setOutcome(undefined);
      await run?.catch(() =>
        setOutcome({
          kind: 'bad',
          text: 'The agenda could not be read, and shows how it was before.',
          isChanged: false,
          alternatives: [],
        }),
      );
    },
    /** Runs an action that changes nothing here, and shows what it says. After a failure the user still needs what was chosen. */
    async tell(run: Promise<Outcome | undefined> | undefined) {
      const isLatest = begin();
      setOutcome(undefined);
      const said = await run?.catch(
        (): Outcome => ({
          kind: 'warn',
          text: 'No answer came. Whether it was passed on is unknown.',
          isChanged: false,
          alternatives: [],
        }),
      );
      if (!said) return;
      if (isLatest() && said.kind === 'good') setSelection(undefined);
      setOutcome(said);
    },
  };
}

const SEE_NOTES = 'The present ones are shown with the appointment. Saving again replaces them.';

export type AgendaState = ReturnType<typeof useAgenda>;
