import type { ToolResult } from '../../lib/tool-result.ts';
import type { Outcome } from './outcome.ts';
import type { Booking, FreeTimes, Moving, ServiceChoice, Slot } from './types.ts';

/** Arguments that repeat a call whose question was answered with yes. */
export type Agreed = Record<string, unknown>;

export type Chosen = { kind: 'booking'; booking: Booking } | { kind: 'slot'; slot: Slot; free: FreeTimes };

/**
 * What can be done with an agenda. Views of MCP Apps and the dashboard pass different ones; an action that is missing is
 * not offered. Promises reject if no answer came, and then it is unknown whether anything changed.
 */
export interface AgendaActions {
  /** Called when the user chooses an appointment or a time. */
  choose?(chosen: Chosen): void;
  /** Cancels an appointment. The answer may be a question. */
  cancel?(booking: Booking, agreed: Agreed): Promise<ToolResult>;
  /** Moves an appointment to a free start, and gives it another service if one is stated. The answer may be a question. */
  move?(booking: Booking, slot: Slot, agreed: Agreed, service?: ServiceChoice): Promise<ToolResult>;
  /** Whether the user may decide on exceptions from rules of the business, such as its hours: to move to any time, and after a refusal. */
  mayOverride?: true;
  /** Gives an appointment another service at the time that it has, or the length that its own takes by now. The answer may be a question. */
  changeService?(booking: Booking, service: ServiceChoice, agreed: Agreed): Promise<ToolResult>;
  /** Reads the services that an appointment can get. */
  listServices?(): Promise<ServiceChoice[]>;
  /** Records that the customer of a past appointment did not come, or undoes it. The answer may be a question. */
  setNoShow?(booking: Booking, isNoShow: boolean, agreed: Agreed): Promise<ToolResult>;
  /** Replaces the notes of an appointment. The answer may be a question. */
  setNotes?(booking: Booking, notes: string, agreed: Agreed): Promise<ToolResult>;
  /** Reads an appointment as it is now. */
  read?(booking: Booking): Promise<ToolResult>;
  /**
   * Finds free starts for the service of an appointment, on `dates` and for some days at least from the first of them: two
   * weeks if not stated otherwise.
   */
  findTimes?(booking: Booking, dates: readonly string[], days?: number): Promise<ToolResult>;
  /** Begins a new appointment at a free start. Returns what to show, if anything. */
  book?(slot: Slot, free: FreeTimes): Promise<Outcome | undefined>;
  /** Asks which customer an appointment is to get, and gives it that one. Returns what to show; undefined if it keeps its customer. */
  changeCustomer?(booking: Booking): Promise<Outcome | undefined>;
  /** Saves a file of an appointment (iCalendar), to add to a calendar. */
  addToCalendar?(booking: Booking): Promise<Outcome | undefined>;
  /** Shows the call in which an appointment was made. */
  openCall?(booking: Booking): Promise<Outcome | undefined>;
  /** Opens the address of a telephone number or an e-mail address: `browser` in a page that may do it itself. */
  openLink?: 'browser' | ((url: string) => Promise<Outcome | undefined>);
  /** Reads the answer again. */
  refresh?(): Promise<void>;
  /** Whether the answer is read again each minute, as long as nothing is chosen. */
  isLive?: boolean;
  /** Reads what is missing of an answer that is a part. */
  loadRest?(): Promise<void>;
  /** Asks before something else than the agenda is shown: where the answer is true, unsaved notes would be lost. Returns how to end that. */
  keepPlace?(keep: () => boolean): () => void;
  /** The move that goes on when other days are drawn. */
  carried?: { current: Moving | undefined };
  /** The address of a page that shows a customer. */
  contactHref?(id: string): string;
  /** The address of a page with free times for the service and the customer of an appointment; undefined if they can have none. */
  bookAgainHref?(booking: Booking): string | undefined;
  /** The address of a page that shows an appointment, on its day (YYYY-MM-DD). */
  bookingHref?(id: string, day: string): string;
}
