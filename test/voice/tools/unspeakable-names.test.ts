import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLER, type Call, confirmed, openVoiceOffice, type VoiceOffice } from './support/office.ts';

/** Names that the owner has written for a web page. Today is Monday, 2 March 2026, 10:00. */
let office: VoiceOffice;
let call: Call;
const LONG = '✨ **Glow facial** with peeling, mask, massage of hands and shoulders, and a glass of sparkling water ✨';
beforeAll(async () => {
  office = await openVoiceOffice(
    {},
    {
      services: [
        { id: 'glow', name: LONG, duration: '45m', price: 80, staff: ['kim'] },
        { id: 'cut', name: '💇‍♀️ Haircut…', duration: '30m', price: 30, staff: ['kim'] },
      ],
      staff: [{ id: 'kim', name: 'Jin Kim 💖' }],
      closures: [{ from: '2026-03-17', reason: '🌴 Vacation… *see you soon*' }],
    },
  );
  call = office.as(CALLER);
});
afterAll(() => office?.close());

it('names with emoji, markup and an ellipsis are spoken as words, and the appointment is booked, moved and cancelled', async () => {
  const answers = [
    (await call('list_services')).text,
    (await call('list_services', { service: 'glow facial' })).text,
    (await call('find_open_times', { service: 'haircut', date: '2026-03-17' })).text,
    ...Object.values(
      await confirmed(call, 'create_booking', {
        service: 'glow facial',
        staff: 'Jin Kim',
        start: '2026-03-10T09:00',
        caller_name: 'Ann Archer',
      }),
    ),
    (await call('list_bookings')).text,
    ...Object.values(await confirmed(call, 'update_booking', { new_start: '2026-03-11T09:00' })),
    ...Object.values(await confirmed(call, 'cancel_booking', {})),
  ];
  const facial = 'Glow facial with peeling, mask, massage of hands and shoulders, and a glass of';
  expect(answers[0]).toBe(`${facial} takes 45 minutes and costs $80. Haircut takes 30 minutes and costs $30.`);
  expect(answers[2]).toMatch(/^On Tuesday the 17th we are closed: Vacation see you soon\. /);
  expect(answers[3]).toBe(
    `I would book ${facial} with Jin Kim on Tuesday the 10th at 9:00, under the name Ann Archer. Is that right?`,
  );
  for (const answer of answers) expect(answer).not.toMatch(/…|\*|\p{Extended_Pictographic}/u);
});
