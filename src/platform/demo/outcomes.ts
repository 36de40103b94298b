/** The outcomes of calls on the embedded platform, with their meaning. */
export const CALL_OUTCOMES = {
  booked: 'An appointment was made in the call.',
  rescheduled: 'An appointment was moved in the call.',
  cancelled: 'An appointment was cancelled in the call.',
  information: 'A question was answered or a message taken; nothing is left to do.',
  price_quote: 'The caller asked what something costs and was told.',
  complaint: 'The caller complained; it was noted for the office.',
  refund_requested: 'The caller asked for money back; the office has to decide and call back.',
  callback_promised: 'The receptionist promised that somebody would call back.',
  called_back: 'The practice called a person back, as promised.',
  reminded: 'The practice called to remind of an appointment.',
  emergency: 'Pain, injury or swelling; urgent help was arranged or the caller was sent to it.',
  transferred: 'The caller was put through to a person.',
  voicemail: 'A message was left on an answering machine, by a caller or by the practice.',
  no_answer: 'Nobody answered, or the caller gave up before being answered.',
  hung_up: 'The caller ended the call before saying what it was about.',
  wrong_number: 'The caller wanted somebody else.',
  spam: 'Advertising, a recorded message or a survey.',
  declined: 'The caller asked for something that the receptionist must not do, and was refused.',
} as const;

export type CallOutcome = keyof typeof CALL_OUTCOMES;
