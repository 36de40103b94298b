import { describe, expect, it } from 'vitest';
import { plainNote } from '../../../src/web/dashboard/parts/plain-note.ts';

describe('plainNote', () => {
  it.each([
    [undefined, ''],
    [
      'Another contact has this phone, too: lookup_caller shows both.',
      'Another contact has this telephone number, too.',
    ],
    [
      'Another contact has this email, phone, too: lookup_caller shows both.',
      'Another contact has this e-mail address and telephone number, too.',
    ],
    [
      'Another contact has a similar name, "Dr. Xenia Hoffmann": ask the user whether it is the same person (contact_id ct_5ab).',
      'Another contact has a similar name, "Dr. Xenia Hoffmann".',
    ],
    [
      'At least 2 bookings ahead keep the former name, email, phone: list_bookings with contact_id shows them, update_booking changes them.',
      'At least 2 appointments ahead keep the former name, e-mail address and telephone number.',
    ],
    [
      '1 booking ahead keeps the former name, phone: list_bookings with contact_id shows it, update_booking changes it.',
      '1 appointment ahead keeps the former name and telephone number.',
    ],
    [
      'Its notes are not those requested: change them with update_booking. It is with another person than requested: change staff_id with update_booking, or tell the user.',
      'Its notes are not those requested. It is with another person than requested.',
    ],
    [
      'The same request was made minutes ago: this is the record created then, and no second one was created.',
      'The same request was made minutes ago: this is the record created then, and no second one was created.',
    ],
    [
      'Who can take over was searched only for the bookings with free_with. For the others, find_open_times with exclude_booking_id shows who is free.',
      '',
    ],
    [
      'Two customers are affected. For a booking without a number here: get_booking shows the notes.',
      'Two customers are affected.',
    ],
  ])('people read the facts of %j', (note, facts) => {
    expect(plainNote(note)).toBe(facts);
  });
});
