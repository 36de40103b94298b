import { normalizeText } from '../search/text-search.ts';
import type { Turn } from '../turns.ts';
import type { Voice } from './detect.ts';

const BUSINESS =
  /recep|agent|assist|\bbot\b|robot|\bai\b|staff|operator|\brep\b|representative|host|system|virtual|employee|\bivr\b|office|business|service/;
const CALLER = /caller|customer|client|user|human|patient|guest|contact|member/;

type Speaker = Exclude<Voice, 'summary'> | 'caller';
type Speaking = Pick<Turn, 'speaker'>;

/**
 * Returns a function that tells on which side a speaker of a conversation is. Other names than roles are judged by who
 * else speaks, and by the name of the contact.
 */
export function speakersOf(
  turns: readonly Speaking[],
  contactName: string | undefined,
): (name: string | undefined) => Speaker {
  const roles = rolesOf(turns, contactName);
  const known = new Set(roles.values());
  return (name) => {
    const role = roles.get(name);
    if (role) return role;
    if (known.has('caller')) return 'business';
    return known.has('business') ? 'caller' : 'unknown';
  };
}

/**
 * Returns a function that tells on which sides a speaker can be, the caller's left out, whatever the name of the contact:
 * it may be that of any speaker without a role.
 */
export function possibleSidesOf(
  turns: readonly Speaking[],
): (name: string | undefined) => readonly Exclude<Speaker, 'caller'>[] {
  const roles = rolesOf(turns, undefined);
  const known = new Set(roles.values());
  const unnamed = Array.from(roles).flatMap(([name, role]) => (role === undefined && name !== undefined ? [name] : []));
  return (name) => {
    const role = roles.get(name);
    if (role) return role === 'business' ? ['business'] : [];
    const hasOther = unnamed.some((other) => other !== name);
    const sides: Exclude<Speaker, 'caller'>[] = [];
    if (known.has('caller') || hasOther) sides.push('business');
    if (!known.has('caller') && !known.has('business')) sides.push('unknown');
    return sides;
  };
}

/** Returns the role of each speaker by name; undefined if neither the name nor that of the contact tells. */
function rolesOf(turns: readonly Speaking[], contactName: string | undefined) {
  const names = new Set(turns.map(({ speaker }) => speaker));
  return new Map(Array.from(names, (name) => [name, roleOf(name, contactName)]));
}

function roleOf(name: string | undefined, contactName: string | undefined): Speaker | undefined {
  if (name === undefined) return undefined;
  const text = normalizeText(name);
  if (BUSINESS.test(text)) return 'business';
  if (CALLER.test(text)) return 'caller';
  const contact = contactName === undefined ? '' : normalizeText(contactName);
  const isContact = text.length > 1 && (contact === text || contact.split(/\s+/).includes(text));
  return isContact ? 'caller' : undefined;
}
