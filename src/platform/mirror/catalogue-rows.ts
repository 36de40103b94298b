import { type Read, type ReadFields, type Resource, Service, Staff } from '../../contract/index.ts';
import type { Db, ServiceRow, StaffRow } from '../store/schema/schema.ts';
import type { Pack } from './packed-texts.ts';
import type { ToStorable } from './storable.ts';

/** A record for the table of its kind. */
export interface Mirrored {
  teamId: string;
  /** That of the record in `mirror_records`. */
  position: number;
  id: string;
  read: Read<Resource>;
  /** Country of telephone numbers without +. */
  country: string | undefined;
  toStorable: ToStorable;
  pack: Pack;
}

/** The fields of a record of a kind. */
export const fieldsOf = <R extends Resource>(_resource: R, { read }: Mirrored) => read.fields as ReadFields<R>;

export async function writeService(tx: Db, record: Mirrored): Promise<void> {
  const { name, description, duration_minutes, price_cents, currency, prices } = fieldsOf(Service, record);
  const [first, ...changes] = prices ?? [];
  const row = record.toStorable<ServiceRow>({
    ...placeholderService(record.teamId, record.id),
    name: name ?? record.id,
    description: description ?? null,
    duration_minutes: Math.min(Math.ceil(duration_minutes ?? UNKNOWN_MINUTES), MAX_MINUTES),
    price_cents: first?.price_cents ?? price_cents ?? 0,
    currency: currency ?? '',
    settings_json: changes.length > 0 ? JSON.stringify({ price_changes: changes }) : '{}',
  });
  if (!row) return;
  const { id: _, ...changed } = row;
  await tx
    .insertInto('services')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
}

/** More than a service takes, and than a column has room for. */
const MAX_MINUTES = 2 ** 31 - 1;
/** Of a service whose list does not say it. Only answers of the platform's own records show durations. */
const UNKNOWN_MINUTES = 1;

export const placeholderService = (teamId: string, id: string): ServiceRow => ({
  id,
  team_id: teamId,
  name: id,
  description: null,
  duration_minutes: UNKNOWN_MINUTES,
  price_cents: 0,
  currency: '',
  settings_json: '{}',
  active: 1,
  archived_at: null,
});

export async function writeStaff(tx: Db, record: Mirrored): Promise<void> {
  const { name, title } = fieldsOf(Staff, record);
  const row = record.toStorable({
    ...placeholderStaff(record.teamId, record.id),
    name: name ?? record.id,
    title: title ?? '',
  });
  if (!row) return;
  await tx
    .insertInto('staff')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name: row.name, title: row.title }))
    .execute();
}

export const placeholderStaff = (teamId: string, id: string): StaffRow => ({
  id,
  team_id: teamId,
  name: id,
  title: '',
  settings_json: '{}',
  active: 1,
  archived_at: null,
  calendar_url: null,
});
