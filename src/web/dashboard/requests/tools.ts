import { readNumbers } from '../../lib/phone.ts';
import {
  errorOf,
  isUncertain,
  platformReason,
  questionOf,
  refusingRule,
  type ToolResult,
} from '../../lib/tool-result.ts';
import { RequestError, requestBody } from './http.ts';

type Ask = (question: string, yes: string) => Promise<boolean>;

/** Questions that follow one answer: a booking can be asked about for several reasons. */
const MAX_QUESTIONS = 5;

/** What the button says that agrees to the question of a tool. */
const AGREEMENT: Record<string, string> = {
  cancel_booking: 'Yes, cancel it',
  update_booking: 'Yes, change it',
  create_booking: 'Yes, book it',
};

/**
 * Calls a tool of a team. The answer may be a question or an error.
 * @param isRead true if the tool only reads.
 * @throws RequestError if there is none.
 */
export async function tryTool(
  teamId: string,
  name: string,
  args: Record<string, unknown>,
  isRead = false,
): Promise<ToolResult> {
  const path = `/api/dashboard/teams/${encodeURIComponent(teamId)}/tools/${encodeURIComponent(name)}`;
  const result = (await requestBody('POST', path, args, isRead)) as ToolResult;
  readNumbers(result);
  return result;
}

/** Calls a tool of a team that only reads. @throws RequestError, also for an error of the tool. */
export async function readTool(teamId: string, name: string, args: Record<string, unknown>): Promise<ToolResult> {
  return requireSuccess(await tryTool(teamId, name, args, true));
}

/**
 * Calls a tool of a team, and puts its questions to the user. Returns undefined if the user said no: nothing was changed.
 * @throws RequestError
 */
export async function callTool(
  teamId: string,
  name: string,
  args: Record<string, unknown>,
  ask: Ask,
): Promise<ToolResult | undefined> {
  let agreed = {};
  for (let asked = 0; asked <= MAX_QUESTIONS; asked++) {
    const result = requireSuccess(await tryTool(teamId, name, { ...args, ...agreed }));
    const question = questionOf(result);
    if (!question) return result;
    if (!(await ask(question.text, AGREEMENT[name] ?? 'Yes, do it'))) return undefined;
    agreed = { ...agreed, ...question.repeatWith };
  }
  throw new RequestError(200, 'The server asked too many questions. Nothing was changed.');
}

/** Whether a tool found no record with the id that it got. */
export const isUnknownRecord = (error: unknown): boolean =>
  error instanceof RequestError && error.status === 200 && error.message.includes('no such record');

function requireSuccess(result: ToolResult): ToolResult {
  const failure = errorOf(result);
  if (failure !== undefined)
    throw new RequestError(200, upToVerdict(platformReason(failure)), refusingRule(result), isUncertain(result));
  return result;
}

/** The message of a tool up to its verdict that nothing was changed. What follows is advice for models. */
const upToVerdict = (message: string): string => message.replace(/^(.+?Nothing was changed)\b.*$/s, '$1.');
