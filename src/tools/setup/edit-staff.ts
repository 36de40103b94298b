import type { BusinessRecord } from '../../contract/index.ts';
import { listed, quoted, type Sentence, say } from '../../lib/text/sentence.ts';
import { ToolError } from '../core/errors.ts';
import { readWeeklyHours } from './hours.ts';
import { findInBusiness, newEntryId, performedServices, serviceIdsOf } from './people.ts';
import type { BusinessEdit } from './plan.ts';
import { rejectTakenName } from './taken-names.ts';

interface PersonFields {
  title?: string | undefined;
  opening_hours?: string[] | undefined;
}

interface AddedPerson extends PersonFields {
  name: string;
  /** Ids or names. */
  services?: string[] | undefined;
}

interface ChangedPerson extends PersonFields, Partial<Pick<AddedPerson, 'services'>> {
  /** Id or name. */
  staff: string;
  name?: string | undefined;
  active?: boolean | undefined;
}

/** Adds a person. @throws ToolError if there is one with this name. */
export function addedPerson({ name, services, ...fields }: AddedPerson, business: BusinessRecord): BusinessEdit {
  rejectTakenName(name, business.staff, 'staff');
  const id = newEntryId(name, business.staff, 'staff');
  const performed = services && performedServices(id, serviceIdsOf(services, business), business);
  return {
    file: {
      staff: [{ id, name, ...fieldsOf(fields) }],
      ...(performed?.length ? { services: performed } : {}),
    },
    addedId: id,
    ...(performed ? namedNote(performed, business) : { note: sharedNote(name, business) }),
  };
}

/** Changes a person. @throws ToolError if there is none, nothing changes, or another one has the new name. */
export function changedPerson(
  { staff: text, name, services, active, ...fields }: ChangedPerson,
  business: BusinessRecord,
): BusinessEdit {
  const person = findInBusiness(text, business.staff, 'staff');
  const { id } = person;
  if (name !== undefined) rejectTakenName(name, business.staff, 'staff', person);
  const changes = {
    ...fieldsOf(fields),
    ...(name === undefined ? {} : { name }),
    ...(active === undefined ? {} : { active }),
  };
  const performed = services && performedServices(id, serviceIdsOf(services, business), business);
  if (Object.keys(changes).length === 0 && services === undefined)
    throw new ToolError('Give at least one field to change.');
  return {
    file: {
      staff: [{ id, ...changes }],
      ...(performed?.length ? { services: performed } : {}),
    },
    ...namedNote(performed ?? [], business),
  };
}

/** States what a new person performs for whom no services are named. */
function sharedNote(name: string, { services }: BusinessRecord): Sentence {
  const shared = services.filter(({ staff, active }) => staff === 'all' && active);
  return shared.length > 0
    ? say`Everybody performs ${namesOf(shared)}, so ${quoted(name)} does, too.`
    : say`${quoted(name)} performs no service until update_staff names some.`;
}

/** States which services have a list of people now: those who are added later are not in it. */
function namedNote(performed: readonly { id: string }[], { services }: BusinessRecord) {
  const named = services.filter(({ id, staff }) => staff === 'all' && performed.some((one) => one.id === id));
  if (named.length === 0) return {};
  return { note: say`Not everybody performs ${namesOf(named)} any more: name people who are added later for it.` };
}

const namesOf = (services: readonly { name: string }[]) => listed(services.map(({ name }) => quoted(name)));

function fieldsOf({ title, opening_hours: own }: PersonFields) {
  const hours = readWeeklyHours('opening_hours', own ?? []);
  return {
    ...(title === undefined ? {} : { title }),
    ...(own === undefined ? {} : { opening_hours: hours.length > 0 ? hours : null }),
  };
}
