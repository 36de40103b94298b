import { expect, it } from 'vitest';
import { newPerson, placesToMove } from '../../../src/web/components/agenda/tool-actions.ts';
import type { Booking, FreeTimes, Slot } from '../../../src/web/components/agenda/types.ts';

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

it('an appointment that moves is not offered its own place, but the same time with others', () => {
  const at = (start: number, ...staff: Slot['staff']) => ({ start, staff }) as Slot;
  const placesOf = (...slots: Slot[]) =>
    placesToMove({ ...booking, start: 10 }, { slots } as unknown as FreeTimes).slots;
  expect(placesOf(at(10, ANA), at(11, ANA))).toEqual([at(11, ANA)]);
  expect(placesOf(at(10, ANA, BEN))).toEqual([at(10, BEN)]);
  // Where it is unknown who is free, it is its own place.
  expect(placesOf(at(10))).toEqual([]);
});
