import type { ImportOutcome } from '../../platform/index.ts';
import { addNote, type Notes, noNotes } from '../notes.ts';
import { quoteCell } from '../quote-cell.ts';

const MATCHED_BY = { id: 'contact_id', email: 'e-mail address', phone: 'phone', name: 'name' } as const;

/** What happened to the rows of a file. Each row counts once: as new, merged, unchanged, repeated or invalid. */
export interface Tally {
  rows: number;
  /** New contacts. */
  added: number;
  /** Rows that filled empty fields of an existing contact. */
  merged: number;
  /** Rows whose contact has all of it already. */
  unchanged: number;
  /** Rows about the same contact as an earlier row of the file. */
  repeated: number;
  /** Rows that cannot be imported. */
  invalid: number;
  /** Those of them that are refused because their customer was erased. */
  erased: number;
  /** Those of each kind, with the line of the row. */
  notes: Record<'problems' | 'repetitions' | 'differences', Notes>;
}

/** Counts outcomes, and collects what people should check. Remembers the line of each contact. */
export function createTally(): {
  add(line: number, outcome: ImportOutcome): void;
  check(line: number, text: string): void;
  result: Tally;
} {
  const notes: Tally['notes'] = { problems: noNotes(), repetitions: noNotes(), differences: noNotes() };
  const result: Tally = { rows: 0, added: 0, merged: 0, unchanged: 0, repeated: 0, invalid: 0, erased: 0, notes };
  const lines = new Map<string, number>();
  const note = (kind: keyof Tally['notes'], line: number, text: string) => addNote(notes[kind], line, text);
  return {
    result,
    check: (line, text) => note('differences', line, text),
    add(line, outcome) {
      result.rows += 1;
      if (outcome.kind === 'refused') {
        result.invalid += 1;
        if (outcome.isErased) result.erased += 1;
        note('problems', line, outcome.problem);
        return;
      }
      const earlier = lines.get(outcome.contactId);
      if (earlier === undefined) lines.set(outcome.contactId, line);
      if (outcome.kind === 'added') {
        result.added += 1;
        if (outcome.shared) {
          const { detail, name } = outcome.shared;
          note('differences', line, `new, although ${quoteCell(name)} has the same ${detail}: the names differ`);
        }
        return;
      }
      if (earlier !== undefined) {
        result.repeated += 1;
        note('repetitions', line, `the same ${MATCHED_BY[outcome.by]} as line ${earlier}`);
      } else {
        result[outcome.kind === 'filled' ? 'merged' : 'unchanged'] += 1;
      }
      if (outcome.kept.length > 0) {
        const values = outcome.kept.map(
          ({ field, own, ofRow }) => `${field} ${quoteCell(own)}, not ${quoteCell(ofRow)}`,
        );
        note('differences', line, `contact ${quoteCell(outcome.name)} keeps its own ${values.join('; ')}`);
      }
    },
  };
}
