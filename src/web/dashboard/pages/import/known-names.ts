import { useDesk } from '../../parts/context.ts';
import { useLoaded } from '../../parts/load.tsx';
import { answerOf, type BusinessAnswer } from '../../parts/records.ts';
import type { ImportedRecords } from '../../requests/imports.ts';
import type { NameKind } from './choices.ts';

/** A service or a person of the business. */
export interface Known {
  id: string;
  name: string;
}

export type KnownNames = Record<NameKind, readonly Known[]>;

/** Loads the services and people that names of the file can mean; undefined for files of customers. Also returns how to load them again. */
export function useKnownNames(records: ImportedRecords): ReturnType<typeof useLoaded<KnownNames | undefined>> {
  const { team, readTool } = useDesk();
  return useLoaded(`${team.id} ${records}`, async () => {
    if (records === 'contacts') return undefined;
    const { services = [], staff = [] } = answerOf<BusinessAnswer>(await readTool('get_business', {}));
    return { services: bookable(services), staff: bookable(staff) };
  });
}

const bookable = (records: readonly { id: string; name?: string; active?: boolean }[]): Known[] =>
  records.flatMap(({ id, name, active }) => (active === false ? [] : { id, name: name ?? id }));
