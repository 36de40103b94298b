import type { CallReport } from '../../../contract/index.ts';
import { partyNumber } from './party-numbers.ts';

/** Returns an id of Twilio of a kind: two letters and 32 hexadecimal digits. */
export function sidOf(kind: 'AC' | 'CA' | 'GT' | 'RE', value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith(kind)) return undefined;
  return /^[0-9a-f]{32}$/i.test(value.slice(kind.length)) ? value : undefined;
}

/**
 * The parties of a call with the direction that Twilio states: `inbound`, `outbound-api`, `outbound-dial`, and for an Elastic
 * SIP Trunk `trunking-originating` to the business and `trunking-terminating` to the telephone network.
 * @param readNumber of the other party.
 */
export function partiesOf(
  direction: unknown,
  from: unknown,
  to: unknown,
  readNumber: (value: unknown) => string | undefined = partyNumber,
): Pick<CallReport, 'direction' | 'phone' | 'business_phone'> {
  const isOutbound = typeof direction === 'string' && /^(outbound|trunking-terminating$)/.test(direction);
  const [phone, businessPhone] = isOutbound ? [to, from] : [from, to];
  return {
    direction: isOutbound ? 'outbound' : 'inbound',
    phone: readNumber(phone),
    business_phone: partyNumber(businessPhone),
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
