import { oneLine } from '../../../lib/short-text.ts';
import { Area, Check, Checks, Field } from '../../parts/form.tsx';
import { fieldOf, hoursHint, linesOf } from './hour-lines.ts';
import type { Service, StaffMembers } from './records.ts';
import { performs } from './service-form.tsx';

type Person = StaffMembers[number];

interface PersonFieldsProps {
  /** Undefined for a new person. */
  person?: Person;
  services: readonly Service[];
}

/** The fields of a form about a person who takes appointments. */
export function PersonFields({ person, services }: PersonFieldsProps) {
  return (
    <>
      <Field label="Name" name="name" value={person?.name ?? ''} maxLength={200} isRequired />
      <Field label="Title" name="title" value={person?.title ?? ''} hint="Such as Dental hygienist." maxLength={200} />
      <Area
        label="Own weekly hours"
        name="hours"
        value={fieldOf(person?.opening_hours)}
        hint={`Empty: the hours of the business. ${hoursHint()}`}
      />
      {services.length > 0 && (
        <Checks
          legend="Performs"
          options={services.map((service) => ({
            name: `service ${service.id}`,
            label: oneLine(service.name ?? service.id),
            isChecked: isPerformer(person, service),
          }))}
        />
      )}
      {person && (
        <Check name="active" isChecked={person.active !== false}>
          Takes bookings
        </Check>
      )}
    </>
  );
}

/** Of a new person: the services that everyone performs. */
const isPerformer = (person: Person | undefined, service: Service) =>
  person ? performs(person.id, service) : service.staff === undefined;

/** Returns the arguments of `add_staff` or `update_staff` for what the form changed. */
export function personChanges(
  values: Record<string, string>,
  services: readonly Service[],
  person?: Person,
): Record<string, unknown> {
  const { name = '', title = '', hours = '' } = values;
  const own = linesOf(hours);
  const performed = services.map(({ id }) => id).filter((id) => `service ${id}` in values);
  const isSame = services.every((service) => isPerformer(person, service) === performed.includes(service.id));
  const isActive = 'active' in values;
  return {
    ...(name.trim() === person?.name ? {} : { name: name.trim() }),
    ...(title.trim() === (person?.title ?? '') ? {} : { title: title.trim() }),
    ...(own.join('\n') === linesOf(fieldOf(person?.opening_hours)).join('\n') ? {} : { opening_hours: own }),
    ...(isSame ? {} : { services: performed }),
    ...(person && isActive !== (person.active !== false) ? { active: isActive } : {}),
  };
}
