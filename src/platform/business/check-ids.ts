import type { BusinessFile } from '../../contract/index.ts';
import type { Db } from '../store/schema/schema.ts';
import type { BusinessDefinition } from './definition.ts';
import type { FileProblem } from './merge-list.ts';

const LISTS = ['services', 'staff'] as const;

/** Returns the ids that one list has and the other one does not. */
export function idsOnlyIn(list: readonly { id: string }[], others: readonly { id: string }[]): string[] {
  const known = new Set(others.map(({ id }) => id));
  return list.map(({ id }) => id).filter((id) => !known.has(id));
}

/** Ids are unique in a database. Another business that has one is not mentioned: it is none of this one's. */
export const idTaken = (list: (typeof LISTS)[number], id: string, file?: BusinessFile): FileProblem => {
  const index = file?.[list]?.findIndex((entry) => entry.id === id) ?? -1;
  return {
    path: index < 0 ? [list] : [list, index, 'id'],
    message: `the id ${id} is not available: choose another one`,
  };
};

/** Reports new services and people whose ids another business of the database has. */
export async function checkIds(
  db: Db,
  teamId: string,
  { before, after }: Record<'before' | 'after', BusinessDefinition>,
  file: BusinessFile,
  problems: FileProblem[],
): Promise<void> {
  for (const list of LISTS) {
    const added = idsOnlyIn(after[list], before[list]);
    if (added.length === 0) continue;
    const taken = await db
      .selectFrom<'staff' | 'services'>(list)
      .select('id')
      .where('id', 'in', added)
      .where('team_id', '!=', teamId)
      .orderBy('id')
      .execute();
    for (const { id } of taken) problems.push(idTaken(list, id, file));
  }
}
