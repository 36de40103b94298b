import './agenda.css';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { zonedDay } from '../../../lib/time/zoned-day.ts';
import type { Now } from '../../lib/clock.ts';
import { localTime } from '../../lib/time.ts';
import { Said } from '../said.tsx';
import type { AgendaActions } from './actions.ts';
import { clockChangeTexts } from './clock-changes.ts';
import { type Column, dayColumns, weekColumns } from './columns.ts';
import { ConflictNotice } from './conflict.tsx';
import { nothingText } from './empty.ts';
import { Grid } from './grid.tsx';
import { Header } from './header.tsx';
import { useEscape, useNow, useRovingFocus, useWidth } from './hooks.ts';
import { List } from './list.tsx';
import { FreeNotes, Gaps, MovingNotice, OutcomeNotice } from './notices.tsx';
import { pagesOf } from './page.ts';
import { SelectionPanel } from './selection-panel.tsx';
import type { Interval, Agenda as Model } from './types.ts';
import { type Selection, useAgenda } from './use-agenda.ts';
import { useChosen } from './use-chosen.ts';
import { limitsText } from './why.ts';
import { quotedText } from './words.ts';

export interface AgendaProps {
  agenda: Model;
  /** IANA zone of the user. */
  userZone: string;
  actions: AgendaActions;
  now: Now;
  /** Id of the appointment whose panel is open at first. */
  chosen?: string | undefined;
  /** Level of the heading that says which days these are. */
  level?: 1 | 2;
  /** Further controls, beside the heading. */
  children?: ComponentChildren;
}

/** Narrower than this, or than this for each column, the agenda is a list. In pixels. */
const [MIN_GRID, MIN_COLUMN, AXIS, SIDE_PANEL] = [600, 76, 72, 336];
/** From this width on the panel stands beside the grid. */
const MIN_WITH_SIDE = 1_000;

/** A day or a week of appointments or free times, as a time grid or as a list. */
export function Agenda({ agenda, userZone, actions, now: clock, chosen, level = 1, children }: AgendaProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const now = useNow(clock);
  const state = useAgenda(agenda, actions);
  const roving = useRovingFocus<HTMLElement>();
  const stage = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(0);
  const [chosenDate, setChosenDate] = useState<string>();
  const [isOffShown, setOffShown] = useState(true);
  const [opener, setOpener] = useState<{ key: string; top: number; isLeft: boolean }>();

  const zones = { business: agenda.zone, user: userZone };
  const today = localTime(new Date(now), agenda.zone).date;
  // By the clock of the business, where the answer states it.
  const thisYear = localTime(new Date(agenda.takenAt ?? now), agenda.zone).date.slice(0, 4);
  const pages = pagesOf(agenda.dates);
  const whole = pages[Math.min(page, pages.length - 1)] ?? agenda.dates;
  const single = whole.length === 1 ? whole[0] : whole.find((date) => date === chosenDate);
  const dates = single ? [single] : whole;
  const days = dates.map((date) => zonedDay(date, agenda.zone));
  const shown: Model = {
    ...agenda,
    free: state.free,
    bookings: isOffShown && !state.moving ? agenda.bookings : agenda.bookings?.filter(({ isOff }) => !isOff),
  };
  const byDay = weekColumns(shown, days);
  const people = single && days[0] ? dayColumns(shown, days[0]) : undefined;
  const columns = people?.columns ?? byDay;
  const isWide = width >= MIN_WITH_SIDE;
  const gridWidth = width - AXIS - (isWide && state.selection ? SIDE_PANEL : 0);
  const isGrid = width >= MIN_GRID && gridWidth / columns.length >= MIN_COLUMN;
  // While an appointment is moved, it is said there: other days than the drawn ones may be searched.
  const nothing = state.moving ? undefined : nothingText(shown, columns, byDay);
  const drawn = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  const limits = state.free && !state.moving ? limitsText(state.free, drawn, agenda.zone) : '';
  const offCount = byDay.length === 0 ? 0 : countOff(agenda, drawn);

  const isOpen = state.selection !== undefined;
  /** Back to where the keyboard was, or to the heading if that is gone. */
  const focusAt = (key?: string) => {
    if (!focusCell(stage.current, key)) ref.current?.querySelector<HTMLElement>('[data-heading]')?.focus();
  };
  const returnFocus = (key?: string) => {
    focusAt(key);
    setOpener(undefined);
  };
  const close = () => {
    if (state.keepDraft()) return;
    state.select(undefined);
    returnFocus(opener?.key);
  };
  const dismissOutcome = () => {
    state.dismissOutcome();
    // What is still open keeps its place.
    const written = ref.current?.querySelector('textarea');
    if (written) written.focus();
    else if (isOpen) focusAt(opener?.key);
    else returnFocus();
  };
  const stopMoving = () => {
    state.stopMoving();
    returnFocus();
  };
  useLayoutEffect(() => (state.draft ? actions.keepPlace?.(state.keepDraft) : undefined));
  // The notes that are written decide themselves whether Escape ends that.
  useEscape(ref, () => isOpen && !state.draft && close());
  /** Chooses what is not in the grid: its panel stands above it. */
  const selectOutside = (selection: Selection) => {
    if (state.keepDraft()) return;
    setOpener(undefined);
    state.select(selection);
  };
  const onSelect = (selection: Selection, key: string) => {
    if (opener?.key === key && isOpen) return close();
    if (state.keepDraft()) return;
    setOpener({ key, ...positionOf(stage.current, key) });
    state.select(selection);
  };
  useChosen(width > 0 ? chosen : undefined, agenda, (booking) => {
    const cell = cellsOf(stage.current).find((one) => one.dataset.cell?.startsWith(`${booking.key}@`));
    if (!cell?.dataset.cell) return selectOutside({ kind: 'booking', booking });
    cell.scrollIntoView({ block: 'center' });
    onSelect({ kind: 'booking', booking }, cell.dataset.cell);
  });
  // In a list, the entries have other keys than in a grid: the panel goes on with the same entry, or stands above all.
  useLayoutEffect(() => {
    const cells = cellsOf(stage.current).flatMap(({ dataset }) => dataset.cell ?? []);
    if (!opener || cells.includes(opener.key)) return;
    const entry = opener.key.slice(0, opener.key.lastIndexOf('@') + 1);
    const key = entry && cells.find((one) => one.startsWith(entry));
    setOpener(key ? { key, ...positionOf(stage.current, key) } : undefined);
  }, [isGrid]);
  const panelFor = (style?: Record<string, string>) =>
    state.selection && (
      <SelectionPanel
        selection={state.selection}
        state={state}
        actions={actions}
        zones={zones}
        now={now}
        level={level === 1 ? 2 : 3}
        style={style}
        onClose={close}
      />
    );
  /** Shows other days. The control that was used may be gone, so the heading takes the focus. */
  const show = (onPage: number, date?: string) => {
    if (state.keepDraft()) return;
    state.select(undefined);
    setPage(onPage);
    setChosenDate(date);
    returnFocus();
  };
  const common = {
    zones,
    now,
    today,
    thisYear,
    headingLevel: level === 1 ? (2 as const) : (3 as const),
    selected: isOpen ? opener?.key : undefined,
    onSelect,
    onDay: single ? undefined : (date: string) => show(page, date),
  };
  const panelStyle =
    opener && !isWide ? { marginTop: `${opener.top}px`, justifySelf: opener.isLeft ? 'end' : 'start' } : undefined;
  return (
    <div ref={ref} class="agenda">
      <Header
        agenda={agenda}
        dates={dates}
        zones={zones}
        now={now}
        thisYear={thisYear}
        count={agenda.free ? 0 : countOf(byDay)}
        onRead={(run) => void state.read(run)}
        level={level}
        actions={actions}
        offCount={offCount}
        isOffShown={isOffShown}
        onToggleOff={() => setOffShown(!isOffShown)}
        onPrevious={page > 0 ? () => show(page - 1) : undefined}
        onNext={page < pages.length - 1 ? () => show(page + 1) : undefined}
        onWeek={single && whole.length > 1 ? () => show(page) : undefined}
      >
        {children}
      </Header>
      <OutcomeNotice outcome={state.outcome} zone={agenda.zone} onClose={dismissOutcome} />
      <MovingNotice
        moving={state.moving}
        agenda={agenda}
        zones={zones}
        isLooking={state.task?.kind === 'running' && state.task.isSearch === true}
        onSelect={selectOutside}
        onLook={(from) => state.moving && void state.startMoving(state.moving.booking, now, from)}
        onStop={stopMoving}
      />
      <Gaps agenda={agenda} actions={actions} onRead={(run) => void state.read(run)} />
      <ConflictNotice agenda={agenda} drawn={drawn} />
      {nothing && <p class="notice empty">{nothing}</p>}
      {limits && <p class="quiet">{limits}</p>}
      {agenda.isHoursAssumed && <p class="quiet">Opening hours are not known: the usual ones are assumed.</p>}
      {agenda.openingHours && (
        <p class="quiet">
          Opening hours: <Said text={agenda.openingHours} />
        </p>
      )}
      {clockChangeTexts(columns, thisYear).map((text) => (
        <p key={text} class="quiet">
          {text}
        </p>
      ))}
      {!opener && panelFor()}
      <div ref={stage} class={`stage${isWide && isOpen && opener ? ' with-side' : ''}`}>
        <section
          ref={roving.ref}
          class="cells"
          aria-label="Appointments and free times"
          aria-describedby="agenda-keys"
          onKeyDown={roving.onKeyDown}
        >
          {width > 0 &&
            (isGrid ? (
              <Grid columns={columns} mode={single ? 'day' : 'week'} width={gridWidth} {...common} />
            ) : (
              <List
                columns={byDay}
                people={agenda.people}
                isFree={shown.free !== undefined}
                panel={opener ? panelFor() : undefined}
                {...common}
              />
            ))}
        </section>
        {isGrid && opener && panelFor(panelStyle)}
      </div>
      <p id="agenda-keys" class="visually-hidden">
        Arrow keys move between entries, Enter shows one.
      </p>
      {people && people.absent.length > 0 && people.columns.some(({ person }) => person) && (
        <p class="quiet">{`Not working on this day: ${people.absent.map(({ name }) => quotedText(name)).join(', ')}.`}</p>
      )}
      {agenda.unplaced.length > 0 && (
        <button type="button" onClick={() => selectOutside({ kind: 'several', bookings: agenda.unplaced, slots: [] })}>
          {`Without a readable time: ${agenda.unplaced.length}`}
        </button>
      )}
      {!state.moving && <FreeNotes free={agenda.free} zones={zones} onSelect={selectOutside} />}
    </div>
  );
}

const countOf = (columns: readonly Column[]) =>
  new Set(columns.flatMap(({ bookings }) => bookings.filter(({ isOff }) => !isOff).map(({ key }) => key))).size;

const countOff = ({ bookings = [] }: Model, { start, end }: Interval) =>
  bookings.filter((booking) => booking.isOff && booking.start < end && booking.end > start).length;

const cellsOf = (stage: HTMLElement | null) => [...(stage?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];

const cellOf = (stage: HTMLElement | null, key: string | undefined) =>
  cellsOf(stage).find(({ dataset }) => dataset.cell === key);

function focusCell(stage: HTMLElement | null, key: string | undefined): boolean {
  const cell = cellOf(stage, key);
  cell?.focus();
  return cell !== undefined;
}

/** Where a cell is within the grid, so that the panel opens beside it and not over it. */
function positionOf(stage: HTMLElement | null, key: string): { top: number; isLeft: boolean } {
  const [cell, area] = [cellOf(stage, key)?.getBoundingClientRect(), stage?.getBoundingClientRect()];
  if (!cell || !area) return { top: 0, isLeft: true };
  return {
    top: Math.max(0, Math.round(cell.top - area.top)),
    isLeft: cell.left + cell.width / 2 < area.left + area.width / 2,
  };
}
