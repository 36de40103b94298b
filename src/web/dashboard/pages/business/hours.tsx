import { readTypedPeriods } from '../../../../lib/time/typed-periods.ts';
import { hoursText } from '../../../lib/hours.ts';
import { Area, Check, Field, filled, optionsOf, Select } from '../../parts/form.tsx';
import { ZoneNote } from '../../parts/time.tsx';
import { ChangeForm, type ChangeProps, DayFields } from './change-form.tsx';
import { fieldOf, hoursHint, linesOf } from './hour-lines.ts';
import { Names } from './people.tsx';
import { Periods } from './periods.tsx';
import type { Business, StaffMembers } from './records.ts';

const NO_HOURS = 'Nothing was changed: write when the business is open.';

export function OpeningHours({ business, form, apply }: ChangeProps & { business: Business }) {
  const { opening_hours: lines = [] } = business;
  return (
    <section>
      <h2>Opening hours</h2>
      {lines.length > 0 ? (
        <ul>
          {lines.map((hours) => (
            <li key={hours}>{hoursText(hours)}</li>
          ))}
        </ul>
      ) : (
        <p class="quiet">Unknown: no time is refused because of them.</p>
      )}
      <ZoneNote />
      <ChangeForm
        form={form}
        change="hours"
        button="Change the hours"
        submit="Change the hours"
        onSubmit={async ({ hours = '' }) => {
          const typed = linesOf(hours);
          if (typed.length === 0) throw new Error(NO_HOURS);
          await apply('update_business', { opening_hours: typed });
        }}
      >
        <Area label="Weekly opening hours" name="hours" value={fieldOf(lines)} hint={hoursHint()} />
      </ChangeForm>
    </section>
  );
}

export function ClosedDays({ business, form, apply }: ChangeProps & { business: Business }) {
  return (
    <section>
      <h2>Closed days</h2>
      <Periods
        items={business.closures ?? []}
        none="None."
        form={form}
        removal={{ text: 'Open again', tool: 'close_days', argumentsOf: () => ({ reopen: true }) }}
      />
      <ChangeForm
        form={form}
        change="closure"
        button="Close days"
        submit="Save"
        onSubmit={({ reopen, ...values }) =>
          apply('close_days', { ...filled(values), ...(reopen ? { reopen: true } : {}) })
        }
      >
        <DayFields />
        <Field label="Reason" name="reason" hint="Callers may hear it." maxLength={200} />
        <Check name="reopen">Open these days again instead</Check>
      </ChangeForm>
    </section>
  );
}

export function SpecialHours({
  business,
  staff,
  form,
  apply,
}: ChangeProps & { business: Business; staff: StaffMembers }) {
  return (
    <section>
      <h2>Other hours on certain days</h2>
      <Periods
        items={(business.special_hours ?? []).map(({ staff: ids = [], ...period }) => ({
          ...period,
          ids,
          whose: ids.length > 0 && <Names ids={ids} staff={staff} />,
        }))}
        none="None."
        form={form}
        removal={{ text: 'Usual hours again', tool: 'set_special_hours', argumentsOf: ({ ids }) => ({ staff: ids }) }}
      />
      <ChangeForm
        form={form}
        change="special"
        button="Set other hours"
        submit="Set the hours"
        onSubmit={({ person, hours = '', ...values }) =>
          apply('set_special_hours', {
            ...filled({ ...values, hours: readTypedPeriods(hours) }),
            ...(person ? { staff: [person] } : {}),
          })
        }
      >
        <Select label="Person" name="person" options={[{ value: '', label: 'all' }, ...optionsOf(staff)]} />
        <DayFields />
        <Field label="Hours" name="hours" hint="Such as 09:00-12:00, 13:00-15:00. Empty: the usual ones again." />
        <Field label="Reason" name="reason" maxLength={200} />
      </ChangeForm>
    </section>
  );
}
