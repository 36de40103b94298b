import { Fragment } from 'preact';
import { Said } from '../../said.tsx';
import type { AgendaActions } from '../actions.ts';
import type { Selection, Task } from '../agenda-state.ts';
import { useFocus } from '../hooks.ts';
import { dayAndTime } from '../outcome.ts';
import { newPerson } from '../tool-actions.ts';
import type { Booking, FreeTimes, Moving, Slot } from '../types.ts';
import type { AgendaState } from '../use-agenda.ts';
import { appointmentText, quotedText, userTime, type Zones } from '../words.ts';
import { BookingDetails } from './booking-details.tsx';
import { NotesForm } from './notes-form.tsx';
import { Panel } from './panel.tsx';
import { RefusalStep } from './refusal-step.tsx';
import { ServiceStep } from './service-step.tsx';
import { SeveralPanel } from './several-panel.tsx';

interface SelectionPanelProps {
  selection: Selection;
  state: AgendaState;
  actions: AgendaActions;
  zones: Zones;
  now: number;
  level: 2 | 3;
  style?: Record<string, string> | undefined;
  onClose(): void;
}

/** The chosen appointment or time, and what can be done with it. */
export function SelectionPanel({ selection, state, actions, zones, now, level, style, onClose }: SelectionPanelProps) {
  const { task } = state;
  const frame = { level, style, onClose };
  // The button that began or ended a task is gone, so the panel gets the focus; a question takes it itself.
  const focusKey = (key: string) =>
    (task && task.kind !== 'running') || (!task && state.draft) ? undefined : `${key} ${task?.kind ?? ''}`;
  if (selection.kind === 'several') {
    return <SeveralPanel selection={selection} state={state} zones={zones} {...frame} />;
  }
  if (selection.kind === 'slot') {
    const { slot } = selection;
    return (
      <Panel title={slot.isTyped ? 'Another time' : 'Free time'} focusKey={focusKey(slot.key)} {...frame}>
        <SlotDetails slot={slot} free={state.free} zones={zones} />
        {state.moving && <p>{moveText(state.moving, slot, zones)}</p>}
        {task ? (
          <TaskStep task={task} zone={zones.business} onNo={state.dismissTask} />
        ) : (
          <SlotActions slot={slot} state={state} actions={actions} />
        )}
      </Panel>
    );
  }
  const { booking } = selection;
  const { openLink: open } = actions;
  const openLink = typeof open === 'function' ? (url: string) => void state.tell(open(url)) : open;
  return (
    <Panel title="Appointment" focusKey={focusKey(booking.key)} {...frame}>
      <BookingDetails booking={booking} zones={zones} openLink={openLink} contactHref={actions.contactHref} />
      {task && <TaskStep task={task} zone={zones.business} onNo={state.dismissTask} />}
      {!task && state.draft && (
        <NotesForm
          draft={state.draft}
          isFocused={!state.outcome}
          kept={state.kept}
          onWrite={state.writeNotes}
          onKeep={state.keepDraft}
          onSave={(text) => void state.saveNotes({ booking, text })}
          onCancel={state.dismissDraft}
        />
      )}
      {!task && !state.draft && <BookingActions booking={booking} state={state} actions={actions} now={now} />}
    </Panel>
  );
}

interface ActionsProps {
  state: AgendaState;
  actions: AgendaActions;
}

function BookingActions({ booking, state, actions, now }: ActionsProps & { booking: Booking; now: number }) {
  const { id, isOff, isMissed, isPending, callReference, updatedAt } = booking;
  const canChange = id !== undefined && !isOff;
  const isAhead = booking.start > now;
  const canMove = canChange && isAhead && actions.move && actions.findTimes && (booking.serviceId ?? booking.service);
  const canChangeService = canChange && isAhead && actions.changeService && actions.listServices;
  const canChangeCustomer = canChange && actions.changeCustomer;
  const canCancel = canChange && isAhead && actions.cancel;
  const canSetNoShow = canChange && booking.start <= now && !isPending && actions.setNoShow;
  // Without the time of the last change, notes that others have changed meanwhile would be lost.
  const canSetNotes = canChange && updatedAt !== undefined && actions.setNotes && actions.read;
  const canOpenCall = callReference !== undefined && actions.openCall;
  // One that is ahead is moved instead.
  const againHref = isOff || !isAhead ? actions.bookAgainHref?.(booking) : undefined;
  const canAdd = !isOff && !Number.isNaN(booking.start) && actions.addToCalendar;
  const isUnchangeable =
    !canMove && !canChangeService && !canChangeCustomer && !canCancel && !canSetNoShow && !canSetNotes;
  if (isUnchangeable && !canOpenCall && !canAdd && !againHref) return null;
  return (
    <div class="actions">
      {canMove && (
        <button type="button" onClick={() => void state.startMoving(booking, now)}>
          Move…
        </button>
      )}
      {canChangeService && (
        <button type="button" onClick={() => void state.chooseService(booking, now)}>
          Change the service…
        </button>
      )}
      {canChangeCustomer && (
        <button type="button" onClick={() => void state.tell(actions.changeCustomer?.(booking))}>
          Change the customer…
        </button>
      )}
      {canCancel && (
        <button type="button" class="danger" onClick={() => void state.cancel(booking)}>
          Cancel appointment…
        </button>
      )}
      {canSetNoShow && (
        <button type="button" onClick={() => void state.setNoShow(booking, !isMissed)}>
          {isMissed ? 'The customer came' : 'The customer did not come'}
        </button>
      )}
      {againHref && (
        <a class="button" href={againHref}>
          Book again…
        </a>
      )}
      {canSetNotes && (
        <button type="button" onClick={() => void state.editNotes(booking)}>
          {booking.notes ? 'Change the notes…' : 'Add notes…'}
        </button>
      )}
      {canAdd && (
        <button type="button" onClick={() => void state.tell(actions.addToCalendar?.(booking))}>
          Add to calendar
        </button>
      )}
      {canOpenCall && (
        <button type="button" onClick={() => void state.tell(actions.openCall?.(booking))}>
          Show its call
        </button>
      )}
    </div>
  );
}

function SlotDetails({ slot, free, zones }: { slot: Slot; free: FreeTimes | undefined; zones: Zones }) {
  const user = userTime(slot, zones);
  return (
    <dl class="details">
      <div>
        <dt>Time</dt>
        <dd>
          {dayAndTime(slot.start, zones.business)}
          {user && <span class="quiet block-line">{`Your time: ${user}`}</span>}
        </dd>
      </div>
      {free && (
        <div>
          <dt>Service</dt>
          <dd>
            <Said text={free.service ?? free.serviceId} />
            {free.minutes > 0 && `, ${free.minutes} minutes`}
          </dd>
        </div>
      )}
      {slot.staff.length > 0 && (
        <div>
          <dt>With</dt>
          <dd>
            {slot.staff.map(({ id, name }, index) => (
              <Fragment key={id ?? name}>
                {index > 0 && ', '}
                <Said text={name.slice(0, 120)} />
              </Fragment>
            ))}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** What a move changes: the time, the service if another one was chosen, and the person if the present one is not free then. */
function moveText({ booking, service }: Moving, slot: Slot, zones: Zones): string {
  const [from, to] = [booking.start, slot.start].map((start) => dayAndTime(start, zones.business));
  const other = newPerson(booking, slot);
  // Who is free at a time that was typed is unknown, and the present person may not perform another service.
  const anyone = slot.isTyped && service ? ', with anyone who is free' : '';
  const who = other
    ? `, with ${quotedText(other.name)}${booking.staff ? ` instead of ${quotedText(booking.staff)}` : ''}`
    : anyone;
  const what = service ? `, as ${quotedText(service.name)}` : '';
  return `Move ${appointmentText(booking)} from ${from} to ${to}${what}${who}?`;
}

function SlotActions({ slot, state, actions }: ActionsProps & { slot: Slot }) {
  const { moving, free } = state;
  if (moving) {
    return (
      <div class="actions">
        <button type="button" class="primary" onClick={() => void state.move(moving, slot)}>
          Move it here
        </button>
      </div>
    );
  }
  if (!free || !actions.book) return null;
  return (
    <div class="actions">
      <button type="button" class="primary" onClick={() => void state.tell(actions.book?.(slot, free))}>
        Book this time
      </button>
    </div>
  );
}

/** An action that runs, or what it asks. */
function TaskStep({ task, zone, onNo }: { task: Task; zone: string; onNo(): void }) {
  if (task.kind === 'services') return <ServiceStep {...task} onNo={onNo} />;
  if (task.kind === 'running') {
    return (
      <p class="notice" role="status">
        {task.text}
      </p>
    );
  }
  if (task.kind === 'refused') return <RefusalStep {...task} zone={zone} onNo={onNo} />;
  return <QuestionStep {...task} onNo={onNo} />;
}

function QuestionStep({ question, words, agree, onNo }: Task & { kind: 'question' } & { onNo(): void }) {
  const ref = useFocus<HTMLElement>(question);
  return (
    <section ref={ref} class="notice warn question" tabIndex={-1} aria-labelledby="agenda-question">
      <p id="agenda-question">{question.text}</p>
      <div class="actions">
        <button type="button" class="danger" onClick={agree}>
          {words.yes}
        </button>
        <button type="button" onClick={onNo}>
          {words.no}
        </button>
      </div>
    </section>
  );
}
