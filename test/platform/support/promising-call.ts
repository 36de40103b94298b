import type { CallReport } from '../../../src/contract/index.ts';

/** A call in which rules of before find one promise, and those of this version a second one. */
export const promisingCall = (call_id: string): CallReport => ({
  event: 'ended',
  call_id,
  started_at: '2026-02-25T10:00:00Z',
  duration_seconds: 30,
  turns: [
    {
      speaker: 'receptionist',
      text: 'We will call you back tomorrow about the invoice. And on Friday about the X-ray.',
      offset_seconds: 3,
    },
  ],
});
