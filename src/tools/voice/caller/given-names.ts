import { normalizeName } from '../../../lib/search/text-search.ts';
import { callerKey, proposalKey } from '../core/memory.ts';
import type { Office } from '../core/office.ts';
import { isForRelative } from '../said/people/name-in-words.ts';

const MAX_NAMES = 20;

/** What was said of an appointment. */
interface SaidOf {
  service: string;
  note?: string | undefined;
}

/**
 * Remembers a name for an appointment. True if the caller has to be asked who comes: it is for a relative, and agents give the name of the
 * caller. Asked once, because the answer can be the same name; not asked for a name that is new in the call, such as that of another child.
 */
export function mustAskWhoComes(name: string, { service, note = '' }: SaidOf, office: Office): boolean {
  const { names: memory } = office.context.voiceMemory;
  const { phone, callId } = office.caller;
  const key = callerKey(office.caller);
  const { names, settled } = memory.get(key) ?? { names: [], settled: [] };
  const said = normalizeName(name);
  const appointment = proposalKey('name', office.caller, [service, note]);
  const isRelative = isForRelative(service) || isForRelative(note);
  // Callers that cannot be distinguished have not given each other's names.
  const isNew = (phone !== null || callId !== null) && names.length > 0 && !names.includes(said);
  const isAsked = isRelative && !isNew && !settled.some((one) => one === appointment || one === said);
  const withIt = (list: readonly string[], ...more: string[]) => [...new Set([...list, ...more])].slice(-MAX_NAMES);
  const nowSettled = withIt(settled, appointment, ...(isNew ? [said] : []));
  memory.set(key, { names: withIt(names, said), settled: isRelative ? nowSettled : settled });
  return isAsked;
}

/** Forgets what was asked: the next appointment in the same words can be that of another child. */
export function forgetAskedNames({ caller, context }: Office): void {
  const { names } = context.voiceMemory;
  const given = names.get(callerKey(caller));
  if (given) names.set(callerKey(caller), { ...given, settled: [] });
}
