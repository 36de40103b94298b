import * as z from 'zod';

/** Input and output that the tools of the voice profile share. Descriptions are short: a model reads all with each call. */

/** The answer: one or two sentences to say, and what only the agent reads. */
export const spokenOutput = () => z.object({ spoken: z.string(), hint: z.string().optional() });

/** Sentences in which day and time are in words. */
const MAX_SAID_TIME = 120;

const text = (max: number) => z.string().trim().min(1).max(max);

export const service = () => text(200).describe('Name as said');
export const staff = () => text(200).optional().describe('Person, if one is asked for');
export const newStaff = () => text(200).optional().describe('Person who is to take it');
export const start = () => text(MAX_SAID_TIME).describe('Local: 2026-03-02T09:00');
export const date = () => text(MAX_SAID_TIME).optional().describe('2026-03-02, Saturday, tonight or next week');
export const note = () => text(500).optional();
export const confirmed = () => z.boolean().optional().describe('Only after the caller said yes');
/** What the caller says to prove who they are. */
export const identity = () => ({
  caller_name: text(200).optional().describe('If asked for'),
  date_of_birth: text(MAX_SAID_TIME).optional().describe('If asked for: 1990-12-31'),
});

export const someAppointment = () => text(MAX_SAID_TIME).optional();
/** Which one of the caller's appointments is meant, and who they are. */
export const ownAppointment = () => ({
  appointment: someAppointment().describe('Its start; needed if the caller has several'),
  service: text(200).optional().describe('Its service, if several start then'),
  staff: text(200).optional().describe('Its person'),
  ...identity(),
  caller_name: text(200).optional().describe('If asked for, or to say whose it is'),
});

/** Ends the description of every tool. */
export const SAY_IT = 'Say the answer aloud.';
/** Ends the description of every change. */
export const ASK_FIRST =
  'First call: say the answer, which asks the caller. After a yes call again, same arguments and confirmed: true.';
