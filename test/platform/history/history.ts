/** A request of a history, as it was sent. Times are epoch milliseconds with fractions, of one machine's clock. */
export interface Operation {
  /** Unique: the notes of what it creates or changes. */
  id: string;
  kind: 'book' | 'move' | 'cancel' | 'close';
  sent: number;
  service?: string;
  start?: number;
  /** The person it asks for. */
  person?: string | undefined;
  /** E-mail address of the customer. */
  customer?: string;
  /** The booking that it changes. */
  booking?: string;
  /** The day that it closes. */
  day?: number;
}

/** What a process has written about one of its operations. */
export type Entry =
  | { sent: Operation }
  | { answered: string; at: number; status: number; error?: string; booking?: string; affected?: string[] };

/** An event of the log. */
export interface LoggedEvent {
  sequence: number;
  type: string;
  booking: string;
  notes: string;
  person: string;
  contact: string;
  email: string;
  start: number;
  end: number;
}

export interface History {
  entries: Entry[];
  events: LoggedEvent[];
  /** True if processes were killed: then requests without an answer may have had an effect. */
  hasKills: boolean;
}
