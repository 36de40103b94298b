import type { Read, Resource } from '../../contract/index.ts';
import type { Mirror, MirroredKind } from '../../platform/mirror/index.ts';

/** The fields that show the name of another record, by the list of the record that has them. */
const NAMES: Partial<Record<MirroredKind, readonly { id: string; name: string; of: MirroredKind }[]>> = {
  bookings: [
    { id: 'service_id', name: 'service_name', of: 'services' },
    { id: 'staff_id', name: 'staff_name', of: 'staff' },
  ],
  calls: [{ id: 'contact_id', name: 'contact_name', of: 'contacts' }],
};

type Fields = Record<string, unknown>;

/** Adds the names of other records that the platform does not send with a record, so that lists of them need not be read. */
export async function withNames(
  mirror: Mirror,
  kind: MirroredKind,
  reads: readonly Read<Resource>[],
): Promise<Read<Resource>[]> {
  let named = [...reads];
  for (const { id, name, of } of NAMES[kind] ?? []) {
    const idIn = ({ fields }: Read<Resource>) => {
      const value = (fields as Fields)[id];
      return typeof value === 'string' && (fields as Fields)[name] === undefined ? value : undefined;
    };
    const ids = [...new Set(named.flatMap((read) => idIn(read) ?? []))];
    if (ids.length === 0) continue;
    const records = await mirror.records(of, ids, 'list');
    named = named.map((read) => {
      const found = (records.get(idIn(read) ?? '')?.read.fields as Fields | undefined)?.name;
      return typeof found === 'string' && found !== '' ? { ...read, fields: { ...read.fields, [name]: found } } : read;
    });
  }
  return named;
}
