import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { JsonObject } from '../../lib/json.ts';
import { cleanLine, truncate } from '../../lib/text.ts';
import type { ToolContext } from './context.ts';
import { type ToolDefinition, withInput } from './define.ts';
import { ToolError, Unconfirmed } from './errors.ts';
import { parseInput } from './input.ts';
import type { Confirm } from './settings.ts';

/** How long a question stands, in milliseconds. */
const VALID_MS = 5 * 60_000;

/** The argument by which a caller without a form confirms. */
export const CONFIRM_TOKEN = 'confirm_token';

/** How this caller can be asked. */
export interface Asking {
  /** Whether its client can show the user a form. False as well when that is not known. */
  canAsk: boolean;
  /** What came back from the form of an earlier round. */
  reply?: { state: string; accepted: boolean } | undefined;
}

/** A question for the user, instead of an answer. */
export interface Question {
  question: string;
  /** Comes back with the reply: signed, and good for this call only. */
  state: string;
}

/** Whether the operator wants a tool's calls confirmed. */
export function asksFirst(tool: ToolDefinition, confirm: Confirm): boolean {
  if (confirm === 'never' || tool.effect === 'read') return false;
  return confirm === 'writes' || tool.confirm !== undefined;
}

/** The tool with the argument that confirms a call of it, for those that ask first. */
export function withConfirmation(tool: ToolDefinition, confirm: Confirm): ToolDefinition {
  if (!asksFirst(tool, confirm)) return tool;
  const token = () => z.string().min(1).max(512).optional().describe('From the answer that asks to confirm');
  return withInput(tool, () => tool.input.extend({ [CONFIRM_TOKEN]: token() }));
}

/**
 * Settles whether a call may be carried out. Undefined: yes. A question: the client is to ask its user.
 * @throws Unconfirmed when the user declined, or when the caller has to confirm by token.
 */
export async function confirmation(
  tool: ToolDefinition,
  args: unknown,
  context: ToolContext,
  asking: Asking,
): Promise<Question | undefined> {
  if (!asksFirst(tool, context.settings.confirm)) return undefined;
  const { [CONFIRM_TOKEN]: token, ...input } = parseInput(tool.input, args) as JsonObject;
  const question = tool.confirm ? await tool.confirm(input, context) : describe(tool, input);
  if (question === undefined) return undefined;

  const key = await context.signingKey();
  const now = context.clock.now();
  if (asking.reply) {
    if (!verify(asking.reply.state, tool.name, input, key, now)) throw new ToolError(EXPIRED);
    if (asking.reply.accepted) return undefined;
    throw new Unconfirmed('declined', 'The user did not confirm it. Nothing was changed. Do not repeat it unasked.');
  }
  if (typeof token === 'string') {
    if (verify(token, tool.name, input, key, now)) return undefined;
    throw new ToolError(EXPIRED);
  }
  const state = sign(tool.name, input, key, now + VALID_MS);
  if (asking.canAsk) return { question, state };
  throw new Unconfirmed(
    'confirmation_required',
    `${question} Nothing was changed yet. Ask the user; when they agree, call again within 5 minutes with the same arguments and ${CONFIRM_TOKEN} ${state}`,
    state,
  );
}

const EXPIRED = `${CONFIRM_TOKEN}: it is not of this call, or older than 5 minutes. Leave it out to be asked again.`;

/** `expiry.nonce.check`: nothing in it says what is confirmed, and nothing else can be confirmed with it. */
function sign(tool: string, input: JsonObject, key: Buffer, expires: number): string {
  const payload = `${expires.toString(36)}.${randomBytes(6).toString('base64url')}`;
  return `${payload}.${check(payload, tool, input, key)}`;
}

function verify(token: string, tool: string, input: JsonObject, key: Buffer, now: number): boolean {
  const [expires = '', nonce = '', given = ''] = token.split('.');
  const right = Buffer.from(check(`${expires}.${nonce}`, tool, input, key));
  const mac = Buffer.from(given);
  return mac.length === right.length && timingSafeEqual(mac, right) && Number.parseInt(expires, 36) > now;
}

function check(payload: string, tool: string, input: JsonObject, key: Buffer): string {
  const digest = createHash('sha256').update(canonical(input)).digest('base64url');
  return createHmac('sha256', key)
    .update(JSON.stringify(['confirm', tool, digest, payload]))
    .digest('base64url')
    .slice(0, 22);
}

/** The same for the same arguments, whatever their order. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)}}`;
}

/** What a call without words of its own would do. */
function describe(tool: ToolDefinition, input: JsonObject): string {
  const given = Object.entries(input).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `${tool.title}: ${truncate(cleanLine(given.join(', ')), 600)}?`;
}
