import type { Scenarios } from './types.ts';

/** Calls without a result: wrong numbers, advertising, bad lines, callers who ask for a human. */
export const ODD: Scenarios = {
  wrong_number_pizza: {
    outcome: 'wrong_number',
    summary: () => 'Wrong number: the caller wanted to order pizza.',
    script: (s) => `
R: ${s.hello}
C: {Yeah, two large, one half mushroom.|Can I get a large pepperoni for pickup?}
R: This is ${s.team}, a dental practice. I'm afraid you have the wrong number.
C: {A dentist? Ha, that's kind of the opposite.|Oh. What? I called the... oh, I hit redial. Sorry!}
R: No problem. Enjoy your pizza.`,
  },
  wrong_number_persistent: {
    outcome: 'wrong_number',
    summary: () =>
      'Wrong number: the caller wanted to reach somebody called Darlene and called the practice by mistake.',
    script: (s) => `
R: ${s.hello}
C: Darlene?
R: This is ${s.team}. I'm ${s.me}, the automated receptionist.
C: {Put Darlene on.|Is Darlene there?}
R: Nobody by that name works here. You may have dialed a wrong number.
C: {This is the number she gave me. It ends in one eight.|She wrote it on a napkin. Five five five, oh one... is that a one or a seven?}
R: I'm sorry, this number belongs to a dental practice.
C: {Well I'll be. She gave me the dentist.|So she gave me a fake number. Great. Just great.}
R: {I'm sorry. Have a good evening anyway.|I'm sorry about that. Goodbye.}`,
  },
  robocall_listing: {
    outcome: 'spam',
    summary: () => 'Recorded advertising about a business listing. Ended by the receptionist.',
    script: (s) => `
R: ${s.hello}
C: Hello! {This is an important message about your business listing. Our records show that it is not verified.|We have been trying to reach you regarding your online business listing.} To speak to a specialist, press one. To be removed, press nine.
R: This is ${s.team}. Is there a person on the line?
C: If you do not act today, {your business may disappear from the map|your listing may be suspended}. Press one now.
R: I'm ending this call. Goodbye.`,
  },
  robocall_warranty: {
    outcome: 'spam',
    summary: () => 'Recorded message about an extended equipment warranty.',
    script: (s) => `
R: ${s.hello}
C: {This is the final courtesy call|We've been trying to reach you} about the extended warranty of your {equipment|vehicle}. Your file is about to be closed.
R: Please remove this number from your list. Goodbye.`,
  },
  sales_supplies: {
    outcome: 'spam',
    summary: () => 'Sales call for gloves and masks; refused, asked not to call again.',
    script: (s) => `
R: ${s.hello}
C: Hey, how's it going today? {This is Chad with, ah, a supply company, I'm calling about your glove situation.|Just wanna ask who handles purchasing over there.}
R: I can't connect sales calls. You can write to the office.
C: {Totally, totally. Is Naomi around? She knows me.|Sure, sure. It's just, who's the decision maker, first name only?}
R: I don't connect sales calls. Please take this number off your list.
C: {Thirty seconds. If she doesn't save forty percent I'll eat the gloves.|What if I told you, nitrile, nine cents?}
R: No, thank you. Goodbye.`,
  },
  survey: {
    outcome: 'spam',
    summary: () => 'A market research survey asked about software used in the practice; no answers were given.',
    script: (s) => `
R: ${s.hello}
C: {Good afternoon, I'm conducting a brief survey among dental offices.|Hi, this is not a sales call!} On a scale of one to ten, how satisfied are you with your current scheduling software?
R: I'm sorry, we don't take part in surveys.
C: {It's only twenty-two questions.|Can I put you down as a seven?}
R: No, thank you. Goodbye.`,
  },
  hangup_at_once: {
    outcome: 'hung_up',
    summary: () => 'The caller hung up without saying anything.',
    script: (s) => `
R: ${s.hello}
~ 2`,
  },
  hangup_robot: {
    outcome: 'hung_up',
    summary: () => 'The caller hung up on hearing that the receptionist is automated.',
    script: (s) => `
R: ${s.hello}
C: {Is this a recording?|Am I talking to a computer?}
R: I'm ${s.me}, an automated receptionist. I can book, move...
C: {Nope.|Oh for God's sake.}`,
  },
  pocket_dial: {
    outcome: 'hung_up',
    summary: () => 'Pocket call: steps, a car door and a conversation in the background; nobody answered.',
    script: (s) => `
R: ${s.hello}
~ 4
C: {...so I told him, if it's the transmission you can keep it...|...no, the blue one, put it in the trunk...}
R: Hello? Can you hear me?
C: {...and then he goes, he goes, "that's not my dog"...|...did you lock it? I didn't lock it...}
R: It seems you called by accident. I'm hanging up. Goodbye.`,
  },
  bad_line: {
    outcome: 'callback_promised',
    summary: (s) =>
      `Very bad line. ${s.full} wants something about an appointment, perhaps an earlier time; most was not understood. The office is to call back.`,
    script: (s) => `
R: ${s.hello}
C: Hi, it's [crackling] ...${s.last}, I'm [inaudible] tunnel...
R: I'm sorry, the line is very bad. Could you say that again?
C: I [inaudible] appointment, if you [crackling] earlier than [inaudible]?
R: I understood "appointment" and "earlier". Would you like to move an appointment?
C: {No, not... [inaudible] ...my mother's... [crackling] ...both of us?|Yes! No! The other... [inaudible] ...call [crackling] back?}
R: I'm afraid I can't follow. The office will call you back at the number you're calling from. Is that all right?
C: [crackling] ...kay.
~ 3
R: Hello? ... I've taken the message. Goodbye.`,
  },
  bad_line_recovers: {
    outcome: 'information',
    summary: (s) => `After some trouble with the line ${s.full} confirmed that the practice is open until five today.`,
    script: (s) => `
R: ${s.hello}
C: Hello? Hello? {Can you hear me? I'm on the train.|You're breaking up.}
R: I can hear you, but not well.
C: ...until five?
R: I'm sorry, could you repeat the question?
C: ARE YOU, hang on, I'll go to the... {there. Better?|okay, I'm by the door now.} Are you open until five?
R: Much better. On weekdays we're open from eight to five.
C: {Great, I'm just dropping off a form.|Perfect. I only need to pick up a receipt.} It's ${s.first} ${s.last}.
R: I'll tell the desk. ${s.bye}`,
  },
  human_transferred: {
    outcome: 'transferred',
    summary: (s) => `${s.full} wanted to speak with a person and was put through to the front desk.`,
    script: (s) => `
R: ${s.hello}
C: {Representative.|I'd like a real person, please. No offense.}
R: Of course. May I tell the desk what it's about?
C: {It's complicated. It's about my son's braces and my ex-husband's insurance.|I'd rather explain it once.}
R: I understand. One moment, ${s.first}, I'm putting you through.
~ 9
R: Theo Marsh at the front desk is on the line now. Goodbye.
C: {Finally. Hi Theo.|Oh, thank you.}`,
  },
  human_nobody_there: {
    outcome: 'information',
    summary: (s) =>
      `${s.full} wanted a person after hours; nobody was in the office. Will call again in the morning, wanted no callback.`,
    script: (s) => `
R: ${s.hello}
C: {Operator. Human. Agent.|Give me a human being.}
R: Nobody is in the office at this hour. I'm ${s.me}, the automated receptionist. I can take a message or book an appointment.
C: {I don't talk to machines.|My grandson set up one of you. It ordered eleven toasters.}
R: {I understand. The office opens at eight.|No toasters here, I promise. The office opens at eight on weekdays.}
C: {Then I'll call at eight.|I'll call when there's people.}
R: Shall I have someone call you?
C: {No. I said I'll call.|No no. Good night.}`,
  },
  is_it_real: {
    outcome: 'information',
    summary: () =>
      'Caller wanted to know whether the receptionist is a person, and whether calls are recorded. Both were answered.',
    script: (s) => `
R: ${s.hello}
C: Are you real?
R: I'm ${s.me}, an automated receptionist. I'm a computer program.
C: {No way. Say something a computer wouldn't say.|Huh. My husband owes me five bucks.}
R: {I wouldn't know what that is.|Please give him my regards.}
C: Are you recording this?
R: Yes, calls are transcribed, so that the office can see what was agreed.
C: {Who reads it?|And where does that go?}
R: The people who work at the practice. You can ask them to delete it.
C: {Okay. Just curious. Bye!|Fair enough. I'll call about my teeth another time.}`,
  },
  missed_ring: {
    outcome: 'no_answer',
    status: 'missed',
    summary: null,
    script: () => '',
  },
};
