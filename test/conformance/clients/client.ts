import type { JsonObject } from '../../../src/lib/json.ts';
import { PROGRAM } from '../../support/program.ts';
import type { ExternalTools } from '../outside.ts';

/** What a call gave, as the client tells it. */
export interface CallResult {
  isError: boolean;
  /** The structured content. */
  data: JsonObject;
}

/** Somebody else's client, connected. */
export interface ExternalClient {
  /** Names of the tools. */
  tools(): Promise<string[]>;
  call(name: string, args: JsonObject): Promise<CallResult>;
  /** How many forms its user was shown; this user says yes to each. */
  forms(): number;
  close(): Promise<void>;
}

/** The server, and the ways in which it can be reached. */
export interface Target {
  url: string;
  /** The same where it keeps sessions. */
  sessions: string;
  /** What it is told when a client starts it. */
  env: Record<string, string>;
}

export interface ClientKind {
  name: string;
  /** How it reaches the server, and the revision it was made to speak, if it was. */
  through: string;
  open(target: Target, outside: ExternalTools): Promise<ExternalClient>;
}

/** How a client starts the server. */
export const serverCommand = { command: process.execPath, args: [PROGRAM] };

/** A result as the protocol has it. */
export function toCallResult(result: JsonObject): CallResult {
  return { isError: result.isError === true, data: (result.structuredContent ?? {}) as JsonObject };
}

export const ACCEPT = { action: 'accept' as const, content: { confirm: true } };
