import './phone-number.css';
import type { ComponentType } from 'preact';
import { numberGroups } from '../lib/phone.ts';
import { Said } from './said.tsx';

interface PhoneNumberProps {
  text: string;
  /** Draws what is no number, or one whose groups are unknown. Default: `Said`. */
  other?: ComponentType<{ text: string }>;
}

/** A telephone number in groups. The spaces between them are drawn only: copied, and searched for in the page, it is its digits. */
export function PhoneNumber({ text, other: Other = Said }: PhoneNumberProps) {
  const groups = numberGroups(text);
  if (groups.length === 1) return <Other text={text} />;
  return (
    <bdi class="said phone-number">
      {groups.map((group, index) => (
        // The groups of a number never change their order.
        <span key={index}>{group}</span>
      ))}
    </bdi>
  );
}
