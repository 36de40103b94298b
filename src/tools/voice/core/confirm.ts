import { ApiError } from '../../../api/index.ts';
import type { ToolContext } from '../../core/context.ts';
import { type ChangeOutcome, callerKey, proposalKey } from './memory.ts';
import { forgetOffer, lastOffer } from './offered.ts';
import type { Office } from './office.ts';
import { forgetQuestion } from './open-question.ts';

/** A change that is possible now, and the question about it. */
export interface Plan {
  question: string;
  /** What the question is about. Another one is another question. */
  basis: readonly unknown[];
  /**
   * Makes the change, and says in `audited` what was changed. Returns the answer, or undefined if the state is no longer that
   * of the plan and nothing was changed.
   * Running it twice has the effect of once.
   */
  perform(context: ToolContext): Promise<string | undefined>;
}

/** One call of a tool that changes something. */
export interface SpokenChange {
  tool: string;
  /** The arguments, in a form in which the same request is equal. */
  request: unknown;
  /** The arguments as they were said, without `confirmed`. Default: the request. */
  said?: unknown;
  confirmed: boolean;
  /** Returns what would be done, or the sentence that says why nothing can be done. Only reads. */
  plan(): Promise<Plan | { spoken: string }>;
}

/**
 * Answers the first call of a change with the question to the caller, and makes the change with the second. A confirmation
 * without the question, for other arguments or another state, by another caller or too late is answered with the question.
 */
export async function confirmAloud(
  { tool, request, said = request, confirmed, plan }: SpokenChange,
  office: Office,
): Promise<string> {
  const { context, caller } = office;
  const { proposals, answers } = context.voiceMemory;
  const key = proposalKey(tool, caller, request);
  const proposal = confirmed ? proposals.get(key) : undefined;
  const words = proposalKey(tool, caller, said);
  const earlier = confirmed ? await outcomeOf(key, words, office) : undefined;
  if (earlier !== undefined) return earlier;

  const planned = await plan();
  // The same call may have been made twice, and the other one may have ended meanwhile.
  const meanwhile = confirmed ? await outcomeOf(key, words, office) : undefined;
  if (meanwhile !== undefined) return meanwhile;
  // What is asked again is a new change: a yes to it is not the repetition of an earlier one.
  if (answers.get(callerKey(caller))?.key === key) answers.delete(callerKey(caller));
  if ('spoken' in planned) {
    proposals.delete(key);
    return planned.spoken;
  }
  const basis = JSON.stringify(planned.basis);
  if (proposal?.basis !== basis) {
    propose(key, basis, office);
    return planned.question;
  }
  const answer = await perform((later) => planned.perform(later), { key, basis, words }, office);
  if (answer !== undefined) return answer;
  const again = await plan();
  if ('spoken' in again) return again.spoken;
  propose(key, JSON.stringify(again.basis), office);
  return again.question;
}

/** Of as many questions, one can be answered with yes. */
const MAX_ASKED = 20;

function propose(key: string, basis: string, { context, caller }: Office): void {
  const { proposals, asked } = context.voiceMemory;
  proposals.set(key, { basis });
  const others = (asked.get(callerKey(caller)) ?? []).filter((one) => one !== key);
  asked.set(callerKey(caller), [...others, key].slice(-MAX_ASKED));
}

/** Returns the other questions to a caller, which stay open: a person who books for two can leave the second one. */
function closeQuestion(key: string, { context, caller }: Office): readonly string[] | undefined {
  const { asked } = context.voiceMemory;
  const others = (asked.get(callerKey(caller)) ?? []).filter((one) => one !== key);
  if (others.length > 0) asked.set(callerKey(caller), others);
  else asked.delete(callerKey(caller));
  return others.length > 0 ? others : undefined;
}

/** True if the last change of a caller was made a short time ago, and no other one was asked about since. */
export function hasMadeChange({ context, caller }: Office): boolean {
  const { asked, answers } = context.voiceMemory;
  const key = callerKey(caller);
  const last = answers.get(key);
  // Each question makes another list.
  return last !== undefined && asked.get(key) === last.asked;
}

/** Withdraws what a caller was asked and has not confirmed: a yes that follows is asked about again. */
export function withdraw(office: Office): void {
  const { proposals, asked } = office.context.voiceMemory;
  const key = callerKey(office.caller);
  for (const one of asked.get(key) ?? []) proposals.delete(one);
  asked.delete(key);
  forgetQuestion(office);
  forgetOffer('time', office);
}

/**
 * Returns the answer to a confirmed call whose words are those of the last change: a client repeats it without having got the answer. Once a
 * change is made, words such as "at half past ten" do not mean its day any more. Undefined if the caller has been offered or asked about
 * other times since.
 */
export function answerToSameWords(tool: string, said: unknown, office: Office): string | undefined {
  const { answers, questions } = office.context.voiceMemory;
  const last = answers.get(callerKey(office.caller));
  if (last?.words !== proposalKey(tool, office.caller, said)) return undefined;
  if (questions.get(callerKey(office.caller)) || lastOffer('time', office) !== last.offered) return undefined;
  return repeated(last, office);
}

/** Returns the answer of an earlier call, and says in the audit log that nothing was changed again. */
function repeated({ answer, audited }: ChangeOutcome, { context }: Office): string {
  Object.assign(context.audited, audited, { repeated: true });
  return answer;
}

/** Returns the outcome of the same confirmed call that was made before; finds it out if it is unknown. */
async function outcomeOf(key: string, words: string, office: Office): Promise<string | undefined> {
  const { proposals, answers } = office.context.voiceMemory;
  const last = answers.get(callerKey(office.caller));
  const { basis, running, resume } = proposals.get(key) ?? {};
  const earlier = last?.key === key ? last : running && (await running);
  if (earlier) return repeated(earlier, office);
  return basis !== undefined && resume ? perform(resume, { key, basis, words }, office) : undefined;
}

/** Makes a change, and remembers its outcome for a repeated call. */
async function perform(
  change: (context: ToolContext) => Promise<string | undefined>,
  { key, basis, words }: { key: string; basis: string; words: string },
  office: Office,
): Promise<string | undefined> {
  const { context, caller } = office;
  const { proposals, answers } = context.voiceMemory;
  const { audited } = context;
  const offered = lastOffer('time', office);
  const running = change(context).then((answer) => (answer === undefined ? undefined : { answer, audited }));
  proposals.set(key, { basis, running });
  try {
    const outcome = await running;
    proposals.delete(key);
    const open = closeQuestion(key, office);
    // The caller has decided, and a time that is said next is not one of that offer. What the answer offers stays.
    if (outcome && lastOffer('time', office) === offered) forgetOffer('time', office);
    if (outcome) forgetQuestion(office);
    // Callers that cannot be distinguished must not hear each other's answers.
    const isDistinct = caller.phone !== null || caller.callId !== null;
    if (outcome && isDistinct)
      answers.set(callerKey(caller), { key, words, offered: lastOffer('time', office), asked: open, ...outcome });
    return outcome?.answer;
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.details.changed === 'unknown';
    proposals.set(key, { basis, ...(isUnknown ? { resume: change } : {}) });
    throw error;
  }
}
