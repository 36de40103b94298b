import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { AgendaActions } from '../actions.ts';
import type { Selection } from '../agenda-state.ts';
import { useEscape } from '../hooks.ts';
import type { Agenda } from '../types.ts';
import type { AgendaState } from '../use-agenda.ts';
import { useChosen } from './use-chosen.ts';
import { useOpener } from './use-opener.ts';

export interface PanelParts {
  /** The element of the whole agenda. */
  root: RefObject<HTMLElement | null>;
  /** The element around the grid or list. */
  stage: RefObject<HTMLElement | null>;
  agenda: Agenda;
  state: AgendaState;
  actions: AgendaActions;
  isGrid: boolean;
  /** Id of the appointment whose panel is open at first, once the agenda is drawn. */
  chosen: string | undefined;
}

/** The panel of what is chosen in an agenda: what opens and closes it, and where the focus goes then. */
export function usePanel({ root, stage, agenda, state, actions, isGrid, chosen }: PanelParts) {
  const { opener, openAt, cellOfBooking, focusCell } = useOpener(stage, isGrid);
  const isOpen = state.selection !== undefined;

  /** Back to where the keyboard was, or to the heading if that is gone. */
  const focusAt = (key?: string) => {
    if (!focusCell(key)) root.current?.querySelector<HTMLElement>('[data-heading]')?.focus();
  };
  const returnFocus = (key?: string) => {
    focusAt(key);
    openAt(undefined);
  };
  const close = () => {
    if (state.keepDraft()) return;
    state.select(undefined);
    returnFocus(opener?.key);
  };
  /** Chooses what is not in the grid: its panel stands above it. */
  const openAbove = (selection: Selection) => {
    if (state.keepDraft()) return;
    openAt(undefined);
    state.select(selection);
  };
  const toggle = (selection: Selection, key: string) => {
    if (opener?.key === key && isOpen) return close();
    if (state.keepDraft()) return;
    openAt(key);
    state.select(selection);
  };
  useLayoutEffect(() => (state.draft ? actions.keepPlace?.(state.keepDraft) : undefined));
  const stopMoving = () => {
    const cell = state.moving && cellOfBooking(state.moving.booking.key);
    state.stopMoving();
    returnFocus(cell?.dataset.cell);
  };
  useEscape(() => {
    if (!isOpen && state.moving) stopMoving();
    // The notes that are written decide themselves whether Escape ends that.
    else if (isOpen && !state.draft) close();
  });
  useChosen(chosen, agenda, (booking) => {
    const cell = cellOfBooking(booking.key);
    if (!cell?.dataset.cell) return openAbove({ kind: 'booking', booking });
    cell.scrollIntoView({ block: 'center' });
    toggle({ kind: 'booking', booking }, cell.dataset.cell);
  });
  return {
    opener,
    returnFocus,
    close,
    openAbove,
    /** Opens the panel of an entry, or closes it. */
    toggle,
    dismissOutcome() {
      state.dismissOutcome();
      // What is still open keeps its place.
      const written = root.current?.querySelector('textarea');
      if (written) written.focus();
      else if (isOpen) focusAt(opener?.key);
      else returnFocus();
    },
    stopMoving,
  };
}
