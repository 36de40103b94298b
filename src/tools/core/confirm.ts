import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { signToken, type TokenScope, verifyToken } from '../../lib/crypto/signed-token.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { joined, listed, quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import type { ToolContext } from './context.ts';
import { type ToolDefinition, withInput } from './define.ts';
import { DeclinedError, ToolError } from './errors.ts';
import { requiresConfirmation } from './filter.ts';
import { AGREEMENT_ARGUMENTS, type AgreementArgument, CONFIRM_TOKEN, type PendingQuestion } from './question.ts';
import type { Confirm } from './settings.ts';

/** Lifetime of a question. */
export const QUESTION_TTL_MINUTES = 5;
export const QUESTION_TTL_MS = QUESTION_TTL_MINUTES * 60_000;

/** Removes the confirmation token from the parsed input, which tools do not expect there, and returns it. */
export function takeConfirmToken(input: JsonObject): string | undefined {
  const { [CONFIRM_TOKEN]: token } = input;
  if (Object.hasOwn(input, CONFIRM_TOKEN)) delete input[CONFIRM_TOKEN];
  return typeof token === 'string' ? token : undefined;
}

/** Elicitation (MCP, Elicitation) by the client of a call. */
export interface Elicitation {
  /** True if the client can show a form. False if that is unknown. */
  supported: boolean;
  /** Reply to the form of an earlier round. */
  reply?: { state: string; accepted: boolean } | undefined;
}

/** Adds the confirmation token to the input of a tool whose calls require confirmation. */
export function withConfirmation(tool: ToolDefinition, confirm: Confirm): ToolDefinition {
  if (!requiresConfirmation(tool, confirm)) return tool;
  const token = () => z.string().min(1).max(512).optional().describe('From the answer that asks for confirmation');
  return withInput(tool, () => tool.input.extend({ [CONFIRM_TOKEN]: token() }));
}

/** What the user of a call has agreed to, and what is still to be asked. */
export interface Consent {
  /** The input of the call with the arguments that its user agreed to by forms. */
  input: JsonObject;
  /** The question that comes before the call is executed. */
  pending: PendingQuestion | undefined;
  /** Returns the signed state of a form: what is agreed if its question is accepted. Valid for this call only. */
  stateFor(question: PendingQuestion): Promise<string>;
  /** Returns the token with which the call is confirmed if it is repeated with this argument; undefined if it needs none. */
  tokenFor(question: PendingQuestion): Promise<string | undefined>;
}

/**
 * Determines what the user of a call has agreed to: by the reply to a form, or by the token of an earlier answer.
 * @throws DeclinedError if the user declined.
 * @throws ToolError if a state or token is not of this call, too old, or about something that has changed.
 */
export async function checkConsent(
  tool: ToolDefinition,
  { input, token }: { input: JsonObject; token: string | undefined },
  context: ToolContext,
  { reply }: Elicitation,
): Promise<Consent> {
  const needsConfirmation = requiresConfirmation(tool, context.settings.confirm);
  const confirmation = needsConfirmation ? await confirmationOf(tool, input, context) : undefined;
  const now = context.clock.now();
  const basis = confirmation?.basis === undefined ? [] : [confirmation.basis];
  /** Binds a token to the tool, its arguments and the basis of the question without containing them. */
  const scopeOf = async (purpose: 'confirm' | 'agreed', args: JsonObject): Promise<TokenScope> => ({
    key: await context.signingKey(),
    purpose,
    context: [tool.name, args, ...basis],
  });
  const agreed: string[] = [];
  if (reply && tool.effect !== 'read') {
    const names = verify(reply.state, await scopeOf('agreed', input), now);
    if (names === undefined) throw new ToolError(EXPIRED_REPLY);
    if (!reply.accepted)
      throw new DeclinedError(
        'The user did not confirm it. Nothing was changed. Do not repeat the call unless the user asks for it.',
      );
    agreed.push(...names.split('+'));
  } else if (confirmation && token !== undefined) {
    if (verify(token, await scopeOf('confirm', input), now) === undefined) throw new ToolError(EXPIRED);
    agreed.push(CONFIRMED);
  }
  const granted = AGREEMENT_ARGUMENTS.filter((name) => agreed.includes(name));
  return {
    input: granted.length === 0 ? input : { ...input, ...agreementOf(granted) },
    pending: confirmation && !agreed.includes(CONFIRMED) ? confirmation.question : undefined,
    stateFor: async ({ argument }) =>
      sign([...agreed, argument ?? CONFIRMED].join('+'), await scopeOf('agreed', input), now),
    async tokenFor({ argument }) {
      if (!confirmation) return undefined;
      return sign('', await scopeOf('confirm', argument ? { ...input, ...agreementOf([argument]) } : input), now);
    },
  };
}

/** What is agreed by confirming the call itself, not an argument of it. */
const CONFIRMED = 'confirm';

const agreementOf = (names: readonly AgreementArgument[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, true]));

/** Returns the question that a call needs, and what it is about; undefined if there is nothing to confirm. */
async function confirmationOf(
  tool: ToolDefinition,
  input: JsonObject,
  context: ToolContext,
): Promise<{ question: PendingQuestion; basis?: string } | undefined> {
  if (tool.isDryRun?.(input)) return undefined;
  if (!tool.confirm) return { question: { kind: 'confirm', sentence: describe(tool, input) } };
  const asked = await tool.confirm(input, context);
  if (asked === undefined) return undefined;
  // The words of a question are all that its user agrees to: once the state would need others, it is asked again.
  const { question: sentence, basis } = 'basis' in asked ? asked : { question: asked, basis: String(asked) };
  return { question: { kind: 'confirm', sentence }, basis };
}

const EXPIRED = `${CONFIRM_TOKEN}: it is not of this call, older than ${QUESTION_TTL_MINUTES} minutes, or what it confirms has changed meanwhile. Leave it out to be asked again.`;

const EXPIRED_REPLY = `The user's reply is not of this call, older than ${QUESTION_TTL_MINUTES} minutes, or what it agrees to has changed meanwhile. Repeat the call to ask again.`;

/** `expiry.nonce.agreed.mac`; the token of an answer has no `agreed`. */
const sign = (agreed: string, scope: TokenScope, now: number) => {
  const expiry = (now + QUESTION_TTL_MS).toString(36);
  const nonce = randomBytes(6).toString('base64url');
  return signToken([expiry, nonce, ...(agreed === '' ? [] : [agreed])].join('.'), scope);
};

/** Returns what is agreed; undefined if the token is invalid. */
function verify(token: string, scope: TokenScope, now: number): string | undefined {
  const payload = verifyToken(token, scope);
  if (payload === undefined) return undefined;
  const [expiry = '', , agreed = ''] = payload.split('.');
  const remainingMs = Number.parseInt(expiry, 36) - now;
  // One that is valid for longer than any was issued before the clock was set back: its age is unknown.
  return remainingMs > 0 && remainingMs <= QUESTION_TTL_MS ? agreed : undefined;
}

/** Longest value of an argument in a question, in characters. */
const MAX_VALUE_LENGTH = 200;
/** Arguments and further fields that a question names. */
const MAX_VALUES = 30;

/** Returns the question for a tool that has no `confirm` of its own. */
function describe(tool: ToolDefinition, input: JsonObject): Sentence {
  const values = Object.entries(input).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([field, inner]) => say`${name}.${field} ${describeValue(inner)}`)
      : say`${name} ${describeValue(value)}`,
  );
  return say`${trusted(tool.title)}: ${listed(values, MAX_VALUES)}?`;
}

function describeValue(value: unknown): Sentence {
  if (Array.isArray(value)) return joined(value.map(describeValue), ', ');
  if (typeof value === 'string') return say`${quoted(value, MAX_VALUE_LENGTH)}`;
  return trusted(String(value));
}
