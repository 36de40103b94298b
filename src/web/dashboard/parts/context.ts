import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ToolResult } from '../../lib/tool-result.ts';
import type { Session, Team } from '../requests/session.ts';
import type { Grade, NoticeLink } from './notice.tsx';

/** What every page needs. */
export interface Desk {
  session: Session;
  team: Team;
  /**
   * Calls a tool for the team. A question that the tool asks is put to the user, and the call repeated after a yes. Returns
   * undefined if the user said no: then nothing was changed.
   * @throws RequestError, also for an error of the tool: its message is a sentence for the user.
   */
  callTool(name: string, args?: Record<string, unknown>): Promise<ToolResult | undefined>;
  /** Calls a tool and returns its answer as it is: questions and errors too. @throws RequestError if there is none. */
  tryTool(name: string, args: Record<string, unknown>): Promise<ToolResult>;
  /** Calls a tool that only reads. @throws RequestError, also for an error of the tool. */
  readTool(name: string, args: Record<string, unknown>): Promise<ToolResult>;
  /** Asks the user to confirm something. `choices`: what the user may choose before the answer. */
  ask(question: string, yes: string, choices?: ComponentChildren): Promise<boolean>;
  /** Announces the result of an action, also to screen readers: a success if not stated otherwise. */
  announce(message: string, grade?: Grade, link?: NoticeLink): void;
  /** Removes what was announced, once it can be out of date. */
  clear(): void;
  /** Reads the session again, after it was changed. */
  onSessionChange(): Promise<void>;
  /** Shows the sign-in, after the user has ended the session. */
  onSignOut(): void;
}

export const DeskContext = createContext<Desk | undefined>(undefined);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('used outside of the dashboard');
  return desk;
}
