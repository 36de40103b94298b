import { hasUnderived, storeMissingSequences } from '../../src/platform/derived/derive.ts';
import { SEQUENCED_VERSION } from '../../src/platform/derived/versions.ts';
import { openStore } from '../../src/platform/store/store.ts';

/** Stores the sequences of words in all calls of a platform's database, which a worker of the platform does in the background. */
export async function storeSequences(database: string): Promise<void> {
  const store = await openStore(database, 0);
  const isMissing = () => store.readUncoordinated((db) => hasUnderived(db, 'calls', SEQUENCED_VERSION));
  while (store.words?.putSequences && (await isMissing()))
    await store.write((tx) => storeMissingSequences(tx, 100), 'rows');
  await store.close();
}
