import type { Contact } from '../../contract/index.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { decideImport, type ImportDecision, type ImportOutcome } from '../rules/contact-import.ts';
import { ContactIndex, type ImportedContact, type IndexedContact, identifiersOf } from '../rules/contact-index.ts';
import { candidatesFor, contactsAfter, fillContact } from '../store/contacts/contact-batch.ts';
import { contactRecord } from '../store/contacts/contacts.ts';
import type { ErasedIdentifiers } from '../store/erasure/erased-identifiers.ts';
import { insertNumbered } from '../store/insert-numbered.ts';
import { readTotal } from '../store/paging.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';

/** Rows of a batch: a transaction of some 20 ms, after which other writers get their turn. */
export const MAX_BATCH_ROWS = 500;
const EXPORT_PAGE = 1_000;

export interface ImportOptions {
  /** True: rows of erased customers are imported, too, and the customers are known from then on. Default: false. */
  restoreErased?: boolean | undefined;
}

/** Contacts of the first team, in bulk. */
export interface AdminContacts {
  /**
   * Imports at most `MAX_BATCH_ROWS` rows in one transaction, and returns an outcome for each. The same rows again change
   * nothing. Writes no events: those of thousands of contacts would flood every webhook.
   */
  importBatch(rows: readonly ImportedContact[], options?: ImportOptions): Promise<ImportOutcome[]>;
  /**
   * Returns a function with the signature of `importBatch` that only predicts. It keeps the contacts of all its batches in
   * memory, because later rows can match earlier ones.
   */
  planImport(options?: ImportOptions): (rows: readonly ImportedContact[]) => Promise<ImportOutcome[]>;
  /** The number of contacts. */
  count(): Promise<number>;
  /** All contacts that exist at the start, oldest first; each as it is when its page is read. */
  all(): AsyncGenerator<Contact & JsonObject>;
}

export function adminContacts(store: Store, clock: Clock, teamId: string): AdminContacts {
  const decide = async (
    db: Db,
    index: ContactIndex,
    rows: readonly ImportedContact[],
    refused: ErasedIdentifiers | undefined,
  ): Promise<ImportDecision[]> => {
    assertBatch(rows);
    for (const contact of await candidatesFor(db, teamId, rows)) index.add(contact, contact.position);
    await refused?.find(db, rows.flatMap(identifiersOf), index.erased);
    const now = clock.now();
    return rows.map((row) => decideImport(index, row, teamId, now));
  };
  // Servers do not need its code.
  const erasedIdentifiers = async () =>
    (await import('../store/erasure/erased-identifiers.ts')).erasedIdentifiers(store, teamId);
  const count = () => store.readUncoordinated((db) => readTotal(db, teamId, 'contacts'));
  return {
    async importBatch(rows, { restoreErased } = {}) {
      const erased = await erasedIdentifiers();
      return store.write(
        async (tx) => {
          const decisions = await decide(tx, new ContactIndex(), rows, restoreErased ? undefined : erased);
          const { added, filled } = changesOf(decisions);
          await insertNumbered(tx, teamId, 'contacts', added);
          for (const contact of filled) await fillContact(tx, contact);
          const imported = rows.filter((_, index) => decisions[index]?.outcome.kind !== 'refused');
          if (restoreErased) await erased.remove(tx, imported.flatMap(identifiersOf));
          return outcomes(decisions);
        },
        { team: teamId },
      );
    },
    planImport({ restoreErased } = {}) {
      const index = new ContactIndex();
      return async (rows) => {
        const refused = restoreErased ? undefined : await erasedIdentifiers();
        return outcomes(await store.readUncoordinated((db) => decide(db, index, rows, refused)));
      };
    },
    count,
    async *all() {
      const last = await count();
      for (let position = 0; position < last; ) {
        const after = { position, last, limit: EXPORT_PAGE };
        const page = await store.readUncoordinated((db) => contactsAfter(db, teamId, after));
        for (const contact of page) yield contactRecord(contact);
        position = page.at(-1)?.position ?? last;
      }
    },
  };
}

function assertBatch(rows: readonly ImportedContact[]): void {
  if (rows.length > MAX_BATCH_ROWS) throw new RangeError(`A batch has at most ${MAX_BATCH_ROWS} rows.`);
}

const outcomes = (decisions: readonly ImportDecision[]) => decisions.map(({ outcome }) => outcome);

/** The contacts to store, each once and in its last state: several rows can describe one. */
export function changesOf(decisions: readonly ImportDecision[]): { added: IndexedContact[]; filled: IndexedContact[] } {
  const added = new Map<string, IndexedContact>();
  const filled = new Map<string, IndexedContact>();
  for (const { outcome, stored } of decisions) {
    if (!stored) continue;
    const isNew = outcome.kind === 'added' || added.has(stored.id);
    (isNew ? added : filled).set(stored.id, stored);
  }
  return { added: [...added.values()], filled: [...filled.values()] };
}
