import { normalizeText } from '../../lib/text-search.ts';
import type { Turn } from '../presenters/transcript.ts';
import type { Voice } from './detect.ts';

const BUSINESS =
  /recep|agent|assist|\bbot\b|robot|\bai\b|staff|operator|\brep\b|representative|host|system|virtual|employee|\bivr\b|office|business|service/;
const CALLER = /caller|customer|client|user|human|patient|guest|contact|member/;

export type Speaker = Exclude<Voice, 'summary'> | 'caller';

/**
 * Returns a function that tells on which side a speaker of a conversation is. Other names than roles are judged by who
 * else speaks, and by the name of the contact.
 */
export function speakersOf(
  turns: readonly Turn[],
  contactName: string | undefined,
): (name: string | undefined) => Speaker {
  const names = new Set(turns.map(({ speaker }) => speaker));
  const roles = new Map(Array.from(names, (name) => [name, roleOf(name, contactName)]));
  const known = new Set(roles.values());
  return (name) => {
    const role = roles.get(name);
    if (role) return role;
    if (known.has('caller')) return 'business';
    return known.has('business') ? 'caller' : 'unknown';
  };
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
