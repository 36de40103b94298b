import { Fragment } from 'preact';
import { Said } from '../../../components/said.tsx';
import { hoursText } from '../../../lib/hours.ts';
import { Check, Field, Form, filled, optionsOf, Select } from '../../parts/form.tsx';
import { type Calendars, calendarForm, PersonsCalendar } from './calendar.tsx';
import { ChangeButton, ChangeForm, type ChangeFormState, type ChangeProps, DayFields } from './change-form.tsx';
import { Periods } from './periods.tsx';
import { PersonFields, personChanges } from './person-form.tsx';
import type { Service, StaffMembers } from './records.ts';

interface PeopleProps extends ChangeProps {
  staff: StaffMembers;
  services: readonly Service[];
  calendars: Calendars;
}

export function People({ staff, services, calendars, form, apply }: PeopleProps) {
  return (
    <section>
      <h2>People</h2>
      {staff.length === 0 && <p class="quiet">There is no person yet.</p>}
      {calendars.problem && <p class="notice bad">Private calendars: {calendars.problem}</p>}
      <ul class="cards people">
        {staff.map((person) => (
          <PersonCard key={person.id} {...{ person, services, calendars, form, apply }} />
        ))}
      </ul>
      <ChangeForm
        form={form}
        change="new person"
        button="Add a person"
        submit="Add the person"
        onSubmit={(values) => apply('add_staff', personChanges(values, services))}
      >
        <PersonFields services={services} />
      </ChangeForm>
      {staff.length > 0 && (
        <ChangeForm
          form={timeOffForm(form)}
          change="away"
          button="Record time off"
          submit="Save"
          onSubmit={({ is_back: isBack, ...values }) =>
            apply('set_time_off', { ...absenceOf(filled(values)), ...(isBack ? { remove: true } : {}) })
          }
        >
          <Select label="Person" name="staff" options={optionsOf(staff)} />
          <DayFields />
          <div class="row">
            <Field label="Away from" name="from_time" type="time" hint="Empty: from the beginning of the first day." />
            <Field label="Back at" name="to_time" type="time" hint="Empty: not before the end of the last day." />
          </div>
          <Check name="is_back">Is there at this time after all</Check>
        </ChangeForm>
      )}
    </section>
  );
}

/** The form for those who may record time off, which are more than those who may change the rest. */
const timeOffForm = (form: ChangeFormState): ChangeFormState => ({ ...form, canChange: form.canRecordTimeOff });

/** The arguments of an absence, whose days can have a time: `2026-11-26T13:00`. */
function absenceOf({ from = '', to = from, from_time: fromTime, to_time: toTime, ...others }: Record<string, string>) {
  const at = (day: string, time: string | undefined) => (time ? `${day}T${time}` : day);
  return { ...others, from: at(from, fromTime), to: at(to, toTime) };
}

interface PersonCardProps extends ChangeProps {
  person: StaffMembers[number];
  services: readonly Service[];
  calendars: Calendars;
}

function PersonCard({ person, services, calendars, form, apply }: PersonCardProps) {
  const change = `person ${person.id}` as const;
  const isShown = form.shown === change;
  return (
    <li class={isShown || form.shown === calendarForm(person) ? 'card whole-row' : 'card'}>
      <h3>
        <Said text={person.name ?? person.id} />{' '}
        {person.active === false && <span class="badge warn">takes no bookings</span>}
      </h3>
      {person.title && (
        <p class="quiet">
          <Said text={person.title} />
        </p>
      )}
      <p>{person.opening_hours?.map(hoursText).join('; ') ?? 'The hours of the business'}</p>
      {(person.time_off ?? []).length > 0 && (
        <>
          <p>Away:</p>
          <Periods
            items={person.time_off ?? []}
            none=""
            form={timeOffForm(form)}
            removal={{
              text: 'Remove',
              of: person.name,
              tool: 'set_time_off',
              argumentsOf: () => ({ staff: person.id, remove: true }),
            }}
          />
        </>
      )}
      {form.canChange && (
        <div class="row">
          <ChangeButton form={form} change={change} of={person.name ?? person.id} />
          {!calendars.of(person) && (
            <ChangeButton
              form={form}
              change={calendarForm(person)}
              text="Add a calendar"
              of={person.name ?? person.id}
            />
          )}
        </div>
      )}
      {isShown && (
        <Form
          submit="Change the person"
          names={{ opening_hours: 'hours' }}
          onCancel={() => form.show(undefined)}
          onSubmit={(values) => apply('update_staff', { staff: person.id, ...personChanges(values, services, person) })}
        >
          <PersonFields person={person} services={services} />
        </Form>
      )}
      <PersonsCalendar person={person} calendars={calendars} form={form} />
    </li>
  );
}

interface NamesProps {
  ids: readonly string[] | undefined;
  staff: StaffMembers;
}

/** People by their ids: all who perform a service, or whom special hours are about. */
export function Names({ ids, staff }: NamesProps) {
  if (!ids) return <>everyone</>;
  if (ids.length === 0) return <>–</>;
  return (
    <>
      {ids.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Said text={staff.find((person) => person.id === id)?.name ?? id} />
        </Fragment>
      ))}
    </>
  );
}
