import { expect, it } from 'vitest';
import { newPerson } from '../../../src/web/components/agenda/tool-actions.ts';
import type { Booking, Slot } from '../../../src/web/components/agenda/types.ts';

const ANA = { id: 'stf_ana', name: 'Ana' };
const BEN = { id: 'stf_ben', name: 'Ben' };
const booking = { staffId: ANA.id, staff: ANA.name } as Booking;
const slotOf = (...staff: Slot['staff']) => ({ staff }) as Slot;

it('an appointment that moves keeps its person where that person is free', () => {
  expect(newPerson(booking, slotOf(BEN, ANA))).toBeUndefined();
  // Of a platform that has no ids, the name decides.
  expect(newPerson({ staff: 'Ana' } as Booking, slotOf({ name: 'Ana' }))).toBeUndefined();
});

it('an appointment that moves to a time at which its person is not free gets one who is', () => {
  expect(newPerson(booking, slotOf(BEN))).toEqual(BEN);
});

it('an appointment that moves keeps its person where it is unknown who is free', () => {
  expect(newPerson(booking, slotOf())).toBeUndefined();
});
