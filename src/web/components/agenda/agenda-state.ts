import { useRef, useState } from 'preact/hooks';
import type { Question } from '../../lib/tool-result.ts';
import type { AgendaActions } from './actions.ts';
import type { ActionWords, Outcome } from './outcome.ts';
import type { Agenda, Booking, Moving, ServiceChoice, Slot } from './types.ts';

/** What the panel shows. */
export type Selection =
  | { kind: 'booking'; booking: Booking }
  | { kind: 'slot'; slot: Slot }
  /** Things for which the grid has no room, or starts that follow each other. */
  | { kind: 'several'; bookings: Booking[]; slots: Slot[] };

/** An action that runs, or waits for an answer: to its question or refusal, or to which service an appointment is to get. */
export type Task =
  | { kind: 'running'; text: string; isSearch?: boolean }
  | ({ kind: 'services' } & ServiceQuestion)
  | { kind: 'question'; question: Question; words: ActionWords; agree(): void }
  | { kind: 'refused'; outcome: Outcome; words: ActionWords; agree(): void };

/** Which service an appointment is to get, of which ones. */
export interface ServiceQuestion {
  booking: Booking;
  services: readonly ServiceChoice[];
  /** Gives the appointment another service at its time. */
  change(service: ServiceChoice): void;
  /** Looks for another time for another service; undefined if free times cannot be read. */
  move: ((service: ServiceChoice) => void) | undefined;
}

/** Notes that are written. */
export interface Draft {
  /** The appointment as the user has seen it. */
  booking: Booking;
  text: string;
}

/** True if what is written differs from the stored notes. */
export const isUnsaved = ({ booking, text }: Draft): boolean => text.trim() !== (booking.notes ?? '');

/** What an agenda shows beside its appointments, and the steps that lead from one choice or action to the next. */
export function useAgendaState(agenda: Agenda, actions: AgendaActions) {
  const [selection, setSelection] = useState<Selection>();
  const [task, setTask] = useState<Task>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [moving, setMoving] = useState<Moving>();
  const [draft, setDraft] = useState<Draft>();
  /** How often unsaved notes were kept. */
  const [kept, setKept] = useState(0);
  const steps = useRef(0);
  const free = moving?.free ?? agenda.free;

  /** Begins a step: a choice or an action. Returns whether it still is the latest one, of which alone the panel shows an answer. */
  const begin = () => {
    const step = ++steps.current;
    return () => step === steps.current;
  };
  const startDraft = (started: Draft | undefined) => {
    setKept(0);
    setDraft(started);
  };
  return {
    selection,
    task,
    outcome,
    moving,
    draft,
    kept,
    free,
    setSelection,
    setTask,
    setOutcome,
    setMoving,
    setDraft,
    startDraft,
    begin,
    select(selected: Selection | undefined) {
      begin();
      setSelection(selected);
      setTask(undefined);
      startDraft(undefined);
      if (selected?.kind === 'booking') actions.choose?.({ kind: 'booking', booking: selected.booking });
      if (selected?.kind === 'slot' && free && !moving) actions.choose?.({ kind: 'slot', slot: selected.slot, free });
    },
    /** Begins an action: its answer replaces that of the one before. */
    start(running: Omit<Task & { kind: 'running' }, 'kind'>) {
      const isLatest = begin();
      setOutcome(undefined);
      setTask({ kind: 'running', ...running });
      return isLatest;
    },
    /** Ends an action, and all that was chosen for it. */
    leave() {
      setTask(undefined);
      setSelection(undefined);
      setMoving(undefined);
      startDraft(undefined);
    },
    async finish(result: Outcome) {
      setOutcome(result);
      if (!result.isChanged) return;
      await actions.refresh?.().catch(() => {
        const reason = [result.reason, 'The agenda could not be read again, and shows how it was before.'];
        setOutcome({ ...result, reason: reason.filter(Boolean).join(' ') });
      });
    },
    /** Keeps notes that are not saved from what would drop them. Returns false if there are none. */
    keepDraft(): boolean {
      if (task || !draft || !isUnsaved(draft)) return false;
      setKept((before) => before + 1);
      return true;
    },
  };
}
