import type { Api } from '../../api/index.ts';
import type { Read, Resource } from '../../contract/index.ts';
import type { CancelSignal } from '../../lib/concurrency/cancellation.ts';
import type { Mirror } from '../../platform/mirror/index.ts';
import { refreshRecords } from './refresh-records.ts';

type Fields = { contact_id?: string | null; contact_name?: string | null; name?: string | null };

/**
 * Adds the names of contacts to calls that the platform sends without, so that its list of contacts need not be read. The
 * contacts are refreshed. Services and people have short lists, from which their names are read.
 */
export async function withContactNames(
  reads: readonly Read<Resource>[],
  parts: { api: Api; mirror: Mirror; signal: CancelSignal | undefined },
): Promise<Read<Resource>[]> {
  const idIn = ({ fields }: Read<Resource>) => {
    const { contact_id: id, contact_name: name } = fields as Fields;
    return name === undefined && id ? id : undefined;
  };
  const ids = [...new Set(reads.flatMap((read) => idIn(read) ?? []))];
  if (ids.length === 0 || (await parts.mirror.progress()).contacts.refused) return [...reads];
  const contacts = await refreshRecords({ ...parts, kind: 'contacts', ids, form: 'list' });
  return reads.map((read) => {
    const name = (contacts.reads.get(idIn(read) ?? '')?.fields as Fields | undefined)?.name;
    return name ? { ...read, fields: { ...read.fields, contact_name: name } } : read;
  });
}
