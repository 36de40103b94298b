/** Notes of one kind that are kept; all are counted. */
const MAX_NOTES = 1_000;

/** What a report says about a row of a file. */
export interface Note {
  line: number;
  text: string;
}

/** Notes of one kind. */
export interface Notes {
  /** The first of them. */
  first: Note[];
  /** How many there are. */
  total: number;
}

export const noNotes = (): Notes => ({ first: [], total: 0 });

/** Counts a note, and keeps it unless there are very many. */
export function addNote(notes: Notes, line: number, text: string): void {
  notes.total += 1;
  if (notes.first.length < MAX_NOTES) notes.first.push({ line, text });
}
