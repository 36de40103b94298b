import type { Booking, Call, Read } from '../../contract/index.ts';
import { callerFields, customerFields, stated } from '../../lib/activity/people.ts';
import { isPeriod, type Period, periodOf } from '../../lib/activity/periods.ts';
import type { GroupKey } from '../../lib/activity/tally.ts';
import { listed, say, trusted } from '../../lib/text/sentence.ts';
import type { ToolContext } from '../core/context.ts';
import { ToolError } from '../core/errors.ts';
import { mayShow } from '../core/record-kinds.ts';
import type { ToolTime } from '../core/times.ts';
import { type BookingGrouping, type CallGrouping, GROUPINGS, type Kind } from './choices.ts';
import { languageOf } from './language.ts';
import type { PersonKey } from './person-key.ts';

/** Returns the key of a record in a grouping. */
export type KeyOf<T> = (record: T) => GroupKey;

/**
 * Returns the groupings of a call, each once.
 * @throws ToolError if one of them is not for this kind of records.
 */
export function groupingsOf<K extends Kind>(kind: K, requested: readonly string[]): (typeof GROUPINGS)[K][number][] {
  const known: readonly string[] = GROUPINGS[kind];
  const unknown = requested.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ToolError(
      say`group_by: ${trusted(kind)} have no ${unknown}. They can be grouped by ${listed(known, known.length)}.`,
    );
  return [...new Set(requested)] as (typeof GROUPINGS)[K][number][];
}

export function bookingKey(
  grouping: BookingGrouping,
  context: ToolContext,
  personKey: PersonKey,
): KeyOf<Read<typeof Booking>> {
  const { time } = context;
  const canShowNames = mayShow('contact', context);
  if (isPeriod(grouping)) return ({ fields }) => periodKey(grouping, fields.start_time, time);
  switch (grouping) {
    case 'service':
      return ({ fields: { service_id: id, service_name: name } }) => recordKey('service', id, name);
    case 'staff':
      return ({ fields: { staff_id: id, staff_name: name } }) => recordKey('staff', id, name);
    case 'status':
      return ({ fields }) => wordKey('status', fields.status);
    case 'customer':
      return ({ fields }) => {
        const { contact_id: id, contact } = fields;
        const { name, phone, email } = contact ?? {};
        const key = personKey({ id, name, phone, email });
        // Groups that the platform has counted have it.
        const { contact_name: present } = fields as { contact_name?: string };
        const shown = (canShowNames && present) || name;
        return {
          key,
          fields: key ? customerFields({ contact_id: id, name: shown, phone, email }) : { customer: null },
        };
      };
  }
}

export function callKey(grouping: CallGrouping, context: ToolContext, personKey: PersonKey): KeyOf<Read<typeof Call>> {
  const { time } = context;
  const canShowNames = mayShow('contact', context);
  if (isPeriod(grouping)) return ({ fields }) => periodKey(grouping, fields.started_at, time);
  if (grouping === 'caller')
    return (read) => {
      const { contact_id: id, phone } = read.fields;
      const key = personKey({ id, phone });
      return {
        key,
        fields: key
          ? callerFields({ name: canShowNames ? contactNameOf(read) : null, phone, contact_id: id })
          : { caller: null },
      };
    };
  return (read) => wordKey(grouping, grouping === 'language' ? languageOf(read) : read.fields[grouping]);
}

/** The name of a contact, which only some platforms send with a call. */
function contactNameOf({ fields, other }: Read<typeof Call>): string | undefined {
  const { contact_name: name } = { ...other, ...fields } as { contact_name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

function periodKey(period: Period, instant: string | null | undefined, time: ToolTime): GroupKey {
  const local = instant ? time.describe(instant) : undefined;
  return (local && periodOf(period, local)) ?? { key: '', fields: { [period]: null } };
}

/** A record that bookings name by its id; platforms without ids have only names. */
function recordKey(
  kind: 'service' | 'staff',
  id: string | null | undefined,
  name: string | null | undefined,
): GroupKey {
  if (!id && !name) return { key: '', fields: { [kind]: null } };
  return { key: id ? `id ${id}` : `name ${name}`, fields: stated({ [kind]: name, [`${kind}_id`]: id }) };
}

function wordKey(name: string, value: string | null | undefined): GroupKey {
  return { key: value ?? '', fields: { [name]: value ?? null } };
}
