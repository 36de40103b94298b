import './agenda.css';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Now } from '../../lib/clock.ts';
import { useEachMinute } from '../../lib/each-minute.ts';
import { localTime } from '../../lib/time.ts';
import type { AgendaActions } from './actions.ts';
import { type Column, isClosed } from './columns.ts';
import { ConflictNotice } from './conflict.tsx';
import { DayNotes } from './day-notes.tsx';
import { Grid } from './grid/grid.tsx';
import { Header } from './header.tsx';
import { useNow, useRovingFocus, useWidth } from './hooks.ts';
import { List } from './list.tsx';
import { FreeNotes, Gaps, MovingNotice, OtherDays, OutcomeNotice } from './notices.tsx';
import { SelectionPanel } from './panel/selection-panel.tsx';
import { usePanel } from './panel/use-panel.ts';
import type { PrintedDaysProps } from './printed-days.tsx';
import { type ShownDays, shownDays } from './shown-days.ts';
import { hasSlotOn } from './tool-actions.ts';
import type { Interval, Agenda as Model } from './types.ts';
import { useAgenda } from './use-agenda.ts';
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
  /** While the page is printed: draws the appointments for paper, in place of all else. */
  printed?: ComponentType<PrintedDaysProps> | undefined;
  /** Further controls, beside the heading. */
  children?: ComponentChildren;
}

/** Narrower than this, or than this for each column, the agenda is a list. In pixels. */
const [MIN_GRID, MIN_COLUMN, AXIS, SIDE_PANEL] = [600, 76, 72, 336];
/** From this width on the panel stands beside the grid. */
const MIN_WITH_SIDE = 1_000;

/** A day or a week of appointments or free times, as a time grid or as a list. */
export function Agenda({
  agenda,
  userZone,
  actions,
  now: clock,
  chosen,
  level = 1,
  printed: Printed,
  children,
}: AgendaProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const stage = useRef<HTMLDivElement>(null);
  const now = useNow(clock);
  const state = useAgenda(agenda, actions);
  const isIdle = !state.selection && !state.task && !state.moving && !state.draft;
  const isDue = useRef(false);
  // What cannot be read again is announced by the page, and the line below the heading says how old the answer is.
  const readAgain = () => void actions.refresh?.().catch(() => {});
  useEachMinute(() => {
    if (isIdle && actions.isLive) readAgain();
    else isDue.current = actions.isLive === true;
  });
  useEffect(() => {
    if (isIdle && isDue.current) readAgain();
    isDue.current = false;
  }, [isIdle]);
  const roving = useRovingFocus<HTMLElement>();
  const [page, setPage] = useState(0);
  const [date, setDate] = useState<string>();
  const [isOffShown, setOffShown] = useState(true);

  const zones = { business: agenda.zone, user: userZone };
  const today = localTime(new Date(now), agenda.zone).date;
  // By the clock of the business, where the answer states it.
  const thisYear = localTime(new Date(agenda.takenAt ?? now), agenda.zone).date.slice(0, 4);
  const shown: Model = {
    ...agenda,
    free: state.free,
    bookings: isOffShown && !state.moving ? agenda.bookings : agenda.bookings?.filter(({ isOff }) => !isOff),
  };
  const days = shownDays(shown, { page, date });
  const { single, byDay, columns, drawn } = days;
  const isOpen = state.selection !== undefined;
  const isWide = width >= MIN_WITH_SIDE;
  const gridWidth = width - AXIS - (isWide && isOpen ? SIDE_PANEL : 0);
  const isGrid = width >= MIN_GRID && gridWidth / columns.length >= MIN_COLUMN;
  const panel = usePanel({ root: ref, stage, agenda, state, actions, isGrid, chosen: width > 0 ? chosen : undefined });
  const { opener } = panel;

  /** Shows other days. The control that was used may be gone, so the heading takes the focus. */
  const show = (onPage: number, onDate?: string) => {
    if (state.keepDraft()) return;
    state.select(undefined);
    setPage(onPage);
    setDate(onDate);
    panel.returnFocus();
  };
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
        onClose={panel.close}
      />
    );
  const common = {
    zones,
    now,
    today,
    thisYear,
    headingLevel: level === 1 ? (2 as const) : (3 as const),
    selected: isOpen ? opener?.key : undefined,
    onSelect: panel.toggle,
    onDay: single ? undefined : (onDate: string) => show(page, onDate),
  };
  // In a list, the free times of the day come first; a grid is too high to look below it.
  const isBelow = !isGrid && state.moving !== undefined && hasSlotOn(days.dates, state.moving.free, agenda.zone);
  const otherDays = <OtherDays moving={state.moving} agenda={agenda} thisYear={thisYear} onSelect={panel.openAbove} />;
  const panelStyle =
    opener && !isWide ? { marginTop: `${opener.top}px`, justifySelf: opener.isLeft ? 'end' : 'start' } : undefined;
  return (
    <div ref={ref} class="agenda">
      {Printed && shown.bookings && !shown.free && (
        <Printed agenda={shown} days={days} count={countOf(byDay)} thisYear={thisYear} level={level} />
      )}
      <Header
        agenda={agenda}
        dates={days.dates}
        zones={zones}
        now={now}
        thisYear={thisYear}
        count={agenda.free ? 0 : countOf(byDay)}
        onRead={(run) => void state.read(run)}
        level={level}
        actions={actions}
        offCount={byDay.length === 0 ? 0 : countOff(agenda, drawn)}
        isOffShown={isOffShown}
        onToggleOff={() => setOffShown(!isOffShown)}
        onPrevious={page > 0 ? () => show(page - 1) : undefined}
        onNext={page < days.pages - 1 ? () => show(page + 1) : undefined}
        onWeek={single && days.whole.length > 1 ? () => show(page) : undefined}
      >
        {children}
      </Header>
      <OutcomeNotice
        outcome={state.outcome}
        agenda={agenda}
        bookingHref={actions.bookingHref}
        onClose={panel.dismissOutcome}
      />
      <MovingNotice
        moving={state.moving}
        agenda={agenda}
        zones={zones}
        thisYear={thisYear}
        now={now}
        mayOverride={actions.mayOverride === true}
        isLooking={state.task?.kind === 'running' && state.task.isSearch === true}
        onSelect={panel.openAbove}
        onLook={(from) => {
          const { moving } = state;
          if (moving) void state.startMoving(moving.booking, now, { dates: [from], service: moving.service });
        }}
        onStop={panel.stopMoving}
      >
        {!isBelow && otherDays}
      </MovingNotice>
      <Gaps agenda={agenda} actions={actions} onRead={(run) => void state.read(run)} />
      <ConflictNotice agenda={agenda} drawn={drawn} />
      <DayNotes agenda={shown} days={days} isGrid={isGrid} isMoving={state.moving !== undefined} thisYear={thisYear} />
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
      <Absent days={days} />
      {isBelow && otherDays}
      {agenda.unplaced.length > 0 && (
        <button
          type="button"
          onClick={() => panel.openAbove({ kind: 'several', bookings: agenda.unplaced, slots: [] })}
        >
          {`Without a readable time: ${agenda.unplaced.length}`}
        </button>
      )}
      {!state.moving && <FreeNotes free={agenda.free} zones={zones} onSelect={panel.openAbove} />}
    </div>
  );
}

/** Who has nothing on the only drawn day, because they do not work. On a closed day that is everybody. */
function Absent({ days: { byDay, people } }: { days: ShownDays }) {
  const isKnown = people?.columns.some(({ person }) => person) || !byDay.some(isClosed);
  if (!people?.absent.length || !isKnown) return null;
  return (
    <p class="quiet">{`Not working on this day: ${people.absent.map(({ name }) => quotedText(name)).join(', ')}.`}</p>
  );
}

const countOf = (columns: readonly Column[]) =>
  new Set(columns.flatMap(({ bookings }) => bookings.filter(({ isOff }) => !isOff).map(({ key }) => key))).size;

const countOff = ({ bookings = [] }: Model, { start, end }: Interval) =>
  bookings.filter((booking) => booking.isOff && booking.start < end && booking.end > start).length;
