import { Fragment } from 'preact';
import { Said } from '../../../components/said.tsx';
import { oneLine } from '../../../lib/short-text.ts';
import { filled, Select } from '../../parts/form.tsx';
import type { BusinessAnswer } from '../../parts/records.ts';
import { ChangeForm, type ChangeProps, DayFields } from './change-form.tsx';
import { Periods } from './periods.tsx';

export type StaffMembers = NonNullable<BusinessAnswer['staff']>;

export function People({ staff, form, apply }: ChangeProps & { staff: StaffMembers }) {
  if (staff.length === 0) {
    return (
      <section>
        <h2>People</h2>
        <p class="quiet">There is no person yet.</p>
      </section>
    );
  }
  return (
    <section>
      <h2>People</h2>
      <ul class="cards people">
        {staff.map((person) => (
          <li key={person.id} class="card">
            <h3>
              <Said text={person.name ?? person.id} />{' '}
              {person.active === false && <span class="badge warn">takes no bookings</span>}
            </h3>
            {person.title && (
              <p class="quiet">
                <Said text={person.title} />
              </p>
            )}
            <p>{person.opening_hours?.join('; ') ?? 'The hours of the business'}</p>
            {(person.time_off ?? []).length > 0 && (
              <>
                <p>Away:</p>
                <Periods items={person.time_off ?? []} none="" />
              </>
            )}
          </li>
        ))}
      </ul>
      <ChangeForm
        form={form}
        change="away"
        button="Record time off"
        submit="Record it"
        onSubmit={({ is_back: isBack, ...values }) =>
          apply('set_time_off', { ...filled(values), ...(isBack ? { remove: true } : {}) })
        }
      >
        <Select label="Person" name="staff" options={peopleOptions(staff)} />
        <DayFields />
        <label class="check">
          <input type="checkbox" name="is_back" /> Is there on these days after all
        </label>
      </ChangeForm>
    </section>
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

export const peopleOptions = (staff: StaffMembers) =>
  staff.map(({ id, name }) => ({ value: id, label: oneLine(name ?? id) }));
