import type { JsonObject } from '../../../src/lib/json.ts';
import { PROGRAM } from '../../support/program.ts';
import type { ExternalTools } from '../outside.ts';

/** The result of a tool call, as the client reports it. */
export interface CallResult {
  isError: boolean;
  /** The structured content. */
  data: JsonObject;
}

/** A third-party client, connected to the server. */
export interface ExternalClient {
  /** Names of the tools. */
  tools(): Promise<string[]>;
  call(name: string, args: JsonObject): Promise<CallResult>;
  /** Number of elicitation forms shown so far. The simulated user accepts each. */
  forms(): number;
  close(): Promise<void>;
}

/** The server under test, and how to reach it. */
export interface Target {
  /** `/mcp` without sessions. */
  url: string;
  /** `/mcp` with `--sessions`. */
  sessions: string;
  /** Environment of a server that the client starts over stdio. */
  env: Record<string, string>;
}

export interface ClientKind {
  name: string;
  /** Its transport, and its protocol revision if the test selects one. */
  through: string;
  open(target: Target, outside: ExternalTools): Promise<ExternalClient>;
}

/** The command with which a client starts the server over stdio. */
export const serverCommand = { command: process.execPath, args: [PROGRAM] };

/** Converts a result of the protocol. */
export function toCallResult(result: JsonObject): CallResult {
  return { isError: result.isError === true, data: (result.structuredContent ?? {}) as JsonObject };
}

export const ACCEPT = { action: 'accept' as const, content: { confirm: true } };
