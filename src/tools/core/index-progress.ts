/** How much of the platform a local copy of it has (`--index`). */
export interface IndexProgress {
  /**
   * `filling`: searches read the platform meanwhile, except those of transcripts that the copy has. `complete`: searches use
   * the copy. `full`: the file has its maximum size. `unavailable`: the file cannot be used.
   */
  state: 'filling' | 'complete' | 'full' | 'unavailable';
  lists: IndexedList[];
  /** What follows from the state, and what to do about it; absent if the copy is complete and current. */
  advice?: string;
}

/** Lists of the platform, and the transcripts of its calls. */
export const INDEXED_LISTS = ['services', 'staff', 'contacts', 'bookings', 'calls', 'transcripts'] as const;

export interface IndexedList {
  name: (typeof INDEXED_LISTS)[number];
  /** Records of the list that the copy has. */
  indexed: number;
  /** Length of the list as the platform stated it; null if it does not. */
  total: number | null;
  /** True once the whole list was read. */
  complete: boolean;
  /** True if the key may not read it. */
  refused?: boolean;
  /** When the platform was last asked for its new records, in UTC. */
  read_at?: string;
}
