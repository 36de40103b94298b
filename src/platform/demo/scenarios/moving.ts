import type { Scenarios } from './types.ts';

/** Callers who reschedule, cancel or ask about an existing appointment. */
export const MOVING: Scenarios = {
  move_work: {
    outcome: 'rescheduled',
    booking: 'move',
    services: ['svc_cleaning', 'svc_filling', 'svc_crown'],
    summary: (s) => `${s.full} moved a ${s.service} from ${s.other} to ${s.when} because of work.`,
    script: (s) => `
R: ${s.hello}
C: Hi, {I have an appointment on ${s.otherDay} and I can't make it.|this is ${s.full}, about ${s.otherDay}... my boss just put a meeting right on top of it.} Can I move it?
R: {Of course.|Sure.} That is your ${s.service} on ${s.other}?
C: {Right.|That's the one.}
R: Do you need the same time on another day?
C: {Ideally.|Not necessarily.} {My schedule's a mess, just try me.|The week after would be easiest.}
R: ${s.when} is free, also with ${s.staff}.
C: Yep. {Let me just... yes, calendar says I'm free.|Good, do that.}
R: I've moved it: the new time is ${s.when}. ${s.bye}
C: {Lifesaver. Thanks.|Thank you, bye.}`,
  },
  move_sick_child: {
    outcome: 'rescheduled',
    booking: 'move',
    services: ['svc_child_checkup'],
    notes: (s) => `Moved once because of fever. Patient: ${s.girl}, 8.`,
    summary: (s) => `${s.full} moved the check-up of daughter ${s.girl} from ${s.other} to ${s.when}: she has a fever.`,
    script: (s) => `
R: ${s.hello}
C: {Hi, my daughter's got a fever, a hundred and two.|Sorry, it's very short notice, but ${s.girl}'s been up all night throwing up.} She's supposed to come in on ${s.otherDay}.
R: Poor thing. I hope she feels better soon. That is ${s.girl}'s check-up on ${s.other}?
C: Yes. Do you charge for, for cancelling late?
R: Not for a sick child. When should we try again?
C: {Next week? Or the week after, to be safe.|She should be fine in a few days, knock on wood.}
R: ${s.when}?
C: {School ends at three, so... is it before three? Whatever, I'll pull her out.|That'll do.}
R: Then ${s.girl} is down for ${s.when} with ${s.staff}. ${s.bye}
C: {Thanks so much. Coming, sweetie!|Thank you. Bye.}`,
  },
  move_earlier: {
    outcome: 'rescheduled',
    booking: 'move',
    services: ['svc_night_guard', 'svc_filling', 'svc_root_canal'],
    lead: [1, 4],
    summary: (s) => `${s.full} wanted an earlier date and moved a ${s.service} from ${s.other} to ${s.when}.`,
    script: (s) => `
R: ${s.hello}
C: {I've got something booked on ${s.otherDay}, but is there anything sooner?|Anyone cancel? I'd take pretty much anything earlier than ${s.otherDay}.}
R: Let me check, ${s.first}. You're down for a ${s.service} on ${s.other}.
~ 6
R: Someone cancelled on ${s.day}. I could give you ${s.time}.
C: {Seriously? Yes.|Ooh. Today's ${s.today}, right? Then yes.}
R: Shall I move it? Your old time then goes to somebody else.
C: {Yes, move it.|Move it, move it.}
R: Moved to ${s.when}, with ${s.staff}. ${s.bye}`,
  },
  move_confused_day: {
    outcome: 'rescheduled',
    booking: 'move',
    services: ['svc_cleaning', 'svc_extraction', 'svc_whitening'],
    summary: (s) =>
      `${s.full} had the wrong day in mind; the ${s.service} was on ${s.other}. After some confusion it was moved to ${s.when}.`,
    script: (s) => `
R: ${s.hello}
C: I'm calling about my ${s.service}. {It's on the... I want to say the ninth?|I wrote it on the fridge and the kids erased it.}
R: I have it on ${s.other}.
C: No, no. {That can't be right. I'd never book that.|That's my bowling night.}
R: It was made for ${s.other}. I can change it if you like.
C: {My wife did that. Hold on. HON? Did you... she says yes she did.|Well then somebody made a mistake. Might have been me.}
R: {No harm done.|It happens.} Would ${s.when} be better?
C: Is that a ${s.day.split(',')[0] ?? ''}?
R: Yes, ${s.day}.
C: {Then that's good.|Good. Write it down, will you. I mean, I'll write it down.}
R: It's now on ${s.when}, with ${s.staff}. ${s.bye}`,
  },
  cancel_moving_away: {
    outcome: 'cancelled',
    booking: 'cancel',
    services: ['svc_cleaning', 'svc_crown', 'svc_child_checkup'],
    summary: (s) => `${s.full} is moving away and cancelled the ${s.service} on ${s.when}. Wants no new appointment.`,
    script: (s) => `
R: ${s.hello}
C: Hi, this is ${s.full}. {We're moving to Oregon, so I have to cancel.|I got the job in Denver! So, I need to cancel everything.}
R: {Congratulations, and we're sorry to lose you.|Oh! All the best for the move.} I see one appointment, the ${s.service} on ${s.when}. Shall I cancel that?
C: {Yes please.|Yeah.} And the records, can I get those?
R: The office can send them to your new dentist when they ask for them.
C: {Great.|Good to know.} {Tell Keisha she was the best.|Tell everybody thanks.}
R: I'll put it in a note. The appointment on ${s.day} is cancelled. Goodbye, and good luck!
C: {Thanks, bye!|Bye now.}`,
  },
  cancel_cost: {
    outcome: 'cancelled',
    booking: 'cancel',
    services: ['svc_crown', 'svc_root_canal', 'svc_night_guard'],
    summary: (s) =>
      `${s.full} cancelled the ${s.service} on ${s.when} because of the price (${s.price}); the payment plan was mentioned.`,
    script: (s) => `
R: ${s.hello}
C: {I need to cancel my ${s.service}.|About that ${s.service}. I can't do it.} {It's just too much right now.|I did the math, and, no.}
R: I understand. That is ${s.when}, ${s.price}. May I mention that it can be paid over six months without interest?
C: {So I'd be paying until summer. No.|I still have the car to pay. No. Thanks though.}
R: All right. I've cancelled it. If something starts to hurt, please don't wait.
C: {I hear you.|Yeah, I know. I know.} Maybe after the holidays.
R: {You're welcome any time.|Call whenever you're ready.} ${s.bye}`,
  },
  cancel_other_dentist: {
    outcome: 'cancelled',
    booking: 'cancel',
    services: ['svc_cleaning', 'svc_aligner_consult', 'svc_whitening'],
    summary: (s) => `${s.full} cancelled the ${s.service} on ${s.when}, short and without a reason.`,
    script: (s) => `
R: ${s.hello}
C: Cancel my appointment. {${s.full}.|Last name ${s.last}.}
R: The ${s.service} on ${s.when}?
C: {Whatever it is, yes.|Yes.}
R: Would you like another...
C: {Nope.|No, just cancel.}
R: It's cancelled. ${s.bye}`,
  },
  cancel_late_fee: {
    outcome: 'cancelled',
    booking: 'cancel',
    services: ['svc_filling', 'svc_cleaning'],
    lead: [0, 1],
    summary: (s) =>
      `${s.full} cancelled the ${s.service} on ${s.when} at short notice and argued about the $40 late fee. The office decides about the fee.`,
    script: (s) => `
R: ${s.hello}
C: Yeah, {I'm not gonna make it. ${s.time}.|so my car won't start and I've got a thing with you guys at ${s.time}.}
R: I'm sorry to hear that, ${s.first}. That is the ${s.service} on ${s.when}. Shall I find you another time?
C: No, just, {just take me off.|cancel it for now.}
R: I can do that. As it's less than twenty-four hours ahead, the office may charge a late fee of forty dollars.
C: Forty? {For a dead battery? Come on.|You're kidding.}
R: I can't waive it myself. I'll note the reason, and the office decides.
C: {Unbelievable.|It's a scam is what it is.} You people kept me waiting half an hour last time and I didn't send YOU a bill.
R: I'll write that down as well. The appointment is cancelled.
C: {Fine.|Great. Just great.}`,
  },
  late_traffic: {
    outcome: 'information',
    booking: 'keep',
    services: ['svc_cleaning', 'svc_child_checkup', 'svc_filling', 'svc_emergency'],
    lead: [0, 0],
    summary: (s) => `${s.full} is stuck in traffic and will be about ten minutes late for the ${s.time} appointment.`,
    script: (s) => `
R: ${s.hello}
C: {I'm on the bridge and nothing's moving.|There's a truck across both lanes, I'm gonna be late.} I'm ${s.first}, ${s.first} ${s.last}, I'm your ${s.time}.
R: Thanks for letting us know. How late do you think you'll be?
C: {Ten minutes? Ten. Fifteen if the guy in front keeps, MOVE! Sorry.|Like ten minutes.}
R: That's fine for a ${s.service}. I'll tell ${s.staff}. Please drive safely, no need to hurry.
C: {Thank you thank you.|Okay. Thanks.}`,
  },
  when_is_it: {
    outcome: 'information',
    booking: 'keep',
    services: ['svc_cleaning', 'svc_whitening', 'svc_root_canal', 'svc_crown'],
    summary: (s) => `${s.full} had forgotten the date and was told: ${s.service} on ${s.when} with ${s.staff}.`,
    script: (s) => `
R: ${s.hello}
C: Hello dear. {I lost the little card.|I know I have something with you, but I can't for the life of me remember when.}
R: I'll look it up. Am I speaking with ${s.full}?
C: {That's me.|Speaking.}
R: Your ${s.service} is on ${s.when}, with ${s.staff}.
C: {Not this week then.|Oh! I was about to put my coat on.} Say it again, I've got the pencil now.
R: ${s.day}. At ${s.time}.
C: ${s.time}. And do I need to, should I eat before?
R: {You can eat as usual.|A light meal is fine.}
C: {God bless.|Thank you, sweetheart. Bye now.}`,
  },
  cancel_attempt_keeps: {
    outcome: 'information',
    booking: 'keep',
    services: ['svc_extraction', 'svc_root_canal', 'svc_filling'],
    summary: (s) => `${s.full} called to cancel the ${s.service} on ${s.when} out of fear, and decided to keep it.`,
    script: (s) => `
R: ${s.hello}
C: I want to cancel. {The ${s.service}. I can't. I've been reading online.|The ${s.time} one. I watched a video. Big mistake.}
R: I can cancel it. May I ask what worries you?
C: {The drill. The needle. The whole, everything.|That it'll hurt, what do you think?}
R: Many people feel like that. ${s.staff} uses a numbing gel before the injection, and you can stop at any time. You could also come ten minutes early and talk first.
C: ...{Really? Just talk?|I could talk first?}
R: Yes. Shall I leave it as it is, ${s.when}, and add that note?
C: {Ugh. Fine. Leave it.|Okay. Okay, leave it. But I'm holding you to the talking.}
R: It stays on ${s.when}. ${s.bye}`,
  },
};
