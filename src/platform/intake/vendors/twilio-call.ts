import type { CallReport } from '../../../contract/index.ts';
import { phoneOf } from './lenient-values.ts';

/** Returns an id of Twilio of a kind: two letters and 32 hexadecimal digits. */
export function sidOf(kind: 'AC' | 'CA' | 'GT' | 'RE', value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith(kind)) return undefined;
  return /^[0-9a-f]{32}$/i.test(value.slice(kind.length)) ? value : undefined;
}

/** The numbers that Twilio shows for callers without one: words as they are typed on a telephone, such as ANONYMOUS. */
const WITHHELD = ['+266696687', '+7378742833', '+2562533', '+8656696', '+86282452253'];

/** Returns the number of a party; undefined if it is withheld, or a client or SIP address without number. */
function partyOf(value: unknown): string | undefined {
  return typeof value === 'string' && WITHHELD.includes(value.trim()) ? undefined : phoneOf(value);
}

/** The parties of a call with the direction that Twilio states: `inbound`, `outbound-api`, `outbound-dial`. */
export function partiesOf(
  direction: unknown,
  from: unknown,
  to: unknown,
): Pick<CallReport, 'direction' | 'phone' | 'business_phone'> {
  const isOutbound = typeof direction === 'string' && direction.startsWith('outbound');
  const [phone, businessPhone] = isOutbound ? [to, from] : [from, to];
  return {
    direction: isOutbound ? 'outbound' : 'inbound',
    phone: partyOf(phone),
    business_phone: partyOf(businessPhone),
  };
}

const ENDED: Readonly<Record<string, Pick<CallReport, 'status' | 'outcome'>>> = {
  completed: { status: 'completed' },
  busy: { status: 'missed' },
  failed: { status: 'missed' },
  'no-answer': { status: 'missed', outcome: 'no_answer' },
  canceled: { status: 'missed', outcome: 'no_answer' },
};

/** Returns how a call with a status ended; undefined while it lasts. */
export function endOf(status: unknown): Pick<CallReport, 'status' | 'outcome'> | undefined {
  return typeof status === 'string' && Object.hasOwn(ENDED, status) ? ENDED[status] : undefined;
}
