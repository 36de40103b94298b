import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { signToken, type TokenScope, verifyToken } from '../../lib/crypto/signed-token.ts';
import type { JsonObject } from '../../lib/json.ts';
import { cleanLine, truncate } from '../../lib/text.ts';
import type { ToolContext } from './context.ts';
import { type ToolDefinition, withInput } from './define.ts';
import { ConfirmationRequiredError, ToolError } from './errors.ts';
import { asksFirst } from './filter.ts';
import type { Confirm } from './settings.ts';

/** How long a question stands, in milliseconds. */
const VALID_MS = 5 * 60_000;

/** The argument by which a caller without a form confirms. */
export const CONFIRM_TOKEN = 'confirm_token';

/**
 * Removes the argument that confirms a call from its parsed input: a tool does not know it.
 * @returns what it was.
 */
export function takeConfirmToken(input: JsonObject): string | undefined {
  const { [CONFIRM_TOKEN]: token } = input;
  if (Object.hasOwn(input, CONFIRM_TOKEN)) delete input[CONFIRM_TOKEN];
  return typeof token === 'string' ? token : undefined;
}

/** How this caller can be asked. */
export interface Elicitation {
  /** Whether its client can show the user a form. False as well when that is not known. */
  supported: boolean;
  /** What came back from the form of an earlier round. */
  reply?: { state: string; accepted: boolean } | undefined;
}

/** A question for the user, instead of an answer. */
export interface ConfirmationRequest {
  question: string;
  /** Comes back with the reply: signed, and good for this call only. */
  state: string;
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
  { input, token }: { input: JsonObject; token: string | undefined },
  context: ToolContext,
  asking: Elicitation,
): Promise<ConfirmationRequest | undefined> {
  if (!asksFirst(tool, context.settings.confirm)) return undefined;
  const question = tool.confirm ? await tool.confirm(input, context) : describe(tool, input);
  if (question === undefined) return undefined;

  const scope = scopeOf(tool.name, input, await context.signingKey());
  const now = context.clock.now();
  if (asking.reply) {
    if (!verify(asking.reply.state, scope, now)) throw new ToolError(EXPIRED);
    if (asking.reply.accepted) return undefined;
    throw new ConfirmationRequiredError(
      'declined',
      'The user did not confirm it. Nothing was changed. Do not repeat it unasked.',
    );
  }
  if (token !== undefined) {
    if (verify(token, scope, now)) return undefined;
    throw new ToolError(EXPIRED);
  }
  const state = sign(scope, now + VALID_MS);
  if (asking.supported) return { question, state };
  throw new ConfirmationRequiredError(
    'confirmation_required',
    `${question} Nothing was changed yet. Ask the user; when they agree, call again within 5 minutes with the same arguments and ${CONFIRM_TOKEN} ${state}`,
    state,
  );
}

const EXPIRED = `${CONFIRM_TOKEN}: it is not of this call, or older than 5 minutes. Leave it out to be asked again.`;

/** A confirmation is bound to the call, whose arguments it does not contain. */
const scopeOf = (tool: string, input: JsonObject, key: Buffer): TokenScope => ({
  key,
  purpose: 'confirm',
  context: [tool, input],
});

/** `expiry.nonce.mac` */
const sign = (scope: TokenScope, expires: number) =>
  signToken(`${expires.toString(36)}.${randomBytes(6).toString('base64url')}`, scope);

function verify(token: string, scope: TokenScope, now: number): boolean {
  const payload = verifyToken(token, scope);
  return payload !== undefined && Number.parseInt(payload, 36) > now;
}

/** What a call without words of its own would do. */
function describe(tool: ToolDefinition, input: JsonObject): string {
  const given = Object.entries(input).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `${tool.title}: ${truncate(cleanLine(given.join(', ')), 600)}?`;
}
