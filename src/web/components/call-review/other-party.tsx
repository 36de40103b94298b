import { Name } from '../name.tsx';
import { PhoneNumber } from '../phone-number.tsx';
import type { ReviewedCall } from './call.ts';

interface OtherPartyProps {
  call: Pick<ReviewedCall, 'name' | 'phone'>;
  /** What to say where neither is known. */
  unknown: string;
}

/** Who called, or was called: the name of the contact, otherwise the number. */
export function OtherParty({ call: { name, phone }, unknown }: OtherPartyProps) {
  if (name) return <Name text={name} />;
  return phone ? <PhoneNumber text={phone} other={Name} /> : unknown;
}
