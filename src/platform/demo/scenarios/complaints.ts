import type { Scenarios } from './types.ts';

/** Calls about bills and refunds, and angry callers. */
export const COMPLAINTS: Scenarios = {
  refund_double_charge: {
    outcome: 'refund_requested',
    summary: (s) =>
      `${s.full} was charged ${s.cost('svc_cleaning')} twice for one cleaning and asks for a refund of one charge. Was promised a call back from the billing office within two working days.`,
    script: (s) => `
R: ${s.hello}
C: Hi. {So I'm looking at my card statement and you charged me twice.|I think there's a mistake on my card.} A hundred twenty-nine, and then, two days later, a hundred twenty-nine again.
R: I'm sorry about that, ${s.first}. Was that for one cleaning?
C: One cleaning, one mouth. {I'd like the second one refunded, please.|So I want a refund for the other one.}
R: I can't see payments myself. I'll pass it to the billing office with the details. Which card was it?
C: Do you need the whole number? It's ${s.digits('4000 0566 5566 5556')}.
R: The last four digits would have been enough. I'm not keeping the rest.
C: {Oh, okay. Five five five six then.|Sorry, I'm just reading it off.}
R: Somebody from billing will call you back within two working days, at ${s.phone}?
C: Yes, that's my cell. {Afternoons are better.|You promise? Because last time nobody called.}
R: I've noted it. ${s.bye}`,
  },
  refund_deposit: {
    outcome: 'refund_requested',
    summary: (s) =>
      `${s.full} paid a $75 deposit in the spring for a crown that was never done and wants it back. Gloria Pennington is to call back by ${s.tomorrow}.`,
    script: (s) => `
R: ${s.hello}
C: Yes, good afternoon. This is ${s.full}, ${s.spelled}. I put down a deposit with you in April, seventy-five dollars.
R: Good afternoon. What was the deposit for?
C: For a crown. {Then my own dentist said it's not necessary, and I cancelled in good time.|Which was cancelled. By you, not by me.} I've been waiting for my seventy-five dollars ever since.
R: I understand, and I'm sorry it took so long. Did anybody confirm the refund to you?
C: A young man at the desk, Theo, I believe. {He said "it's in the system".|He wrote it on a yellow sticky note. I saw it.}
R: I can't pay it out myself. I'll ask Gloria Pennington, who manages the practice, to call you back by ${s.tomorrow}.
C: I have heard that before, young lady.
R: I'm writing it down with the amount and the date. Is ${s.phone} the right number?
C: It is. {I'll be at home.|There's an answering machine, she can use it.}
R: ${s.bye}`,
  },
  refund_whitening: {
    outcome: 'refund_requested',
    summary: (s) =>
      `${s.full} sees no result from a whitening (${s.cost('svc_whitening')}) and asks for a full or partial refund; a call back was promised.`,
    script: (s) => `
R: ${s.hello}
C: Hi, I had the whitening done {two weeks ago|ten days ago} and honestly? They look exactly the same. {I took pictures.|My own kid couldn't tell.}
R: I'm sorry you're disappointed. That was the in-office whitening?
C: Yes, three hundred ninety-five dollars' worth of nothing. I want my money back. {Or half. I'd be fine with half.|Or at least some of it.}
R: I can't decide about refunds. I can ask the practice manager to call you, or offer you a free shade check with Tomasz.
C: {No, no more appointments.|I don't want another appointment.} Just call me about the money.
R: Then she'll call you back. Is there a time that suits you?
C: {After six? I teach.|Lunch, twelve to one.}
R: I've noted that. Could you send the pictures to billing at example dot com?
C: {Sure. billing at example dot com.|Oh, I will.}
R: Thank you, ${s.first}. ${s.bye}`,
  },
  refund_insurance_paid: {
    outcome: 'refund_requested',
    summary: (s) =>
      `${s.full} paid a filling in full before the insurance paid as well, and asks for the overpaid $196 back. Billing is to call back.`,
    script: (s) => `
R: ${s.hello}
C: {Hello, it's about money.|Hi there. You owe me some money, I think.} I paid two forty-five for a filling, and then the insurance paid you a hundred and ninety-six.
R: So the practice has been paid twice for a part of it?
C: {Exactly. I've got the letter here. Explanation of benefits, it's called.|Right. I'm not mad, I just want it back.}
R: Could you tell me the date on the letter?
C: {It's, uh, the sixth. No, that's the date of service. The nineteenth.|Let me put on my glasses. The second.} Claim number ${s.digits(s.member.slice(0, 7))}.
R: Claim ${s.digits(s.member.slice(0, 7))}. Thank you. The billing office will look at it and call you back.
C: {When's that, roughly?|How long will that take?}
R: {In the next working days.|They usually call within two working days.}
C: Okay. {I'm on ${s.phone}.|My number's the same.} Thanks for your help.
R: ${s.bye}`,
  },
  refund_already_settled: {
    outcome: 'information',
    summary: (s) => `${s.full} called to say that the refund has arrived on the card. Nothing left to do.`,
    script: (s) => `
R: ${s.hello}
C: {Just calling to say thank you.|Hi, you don't have to do anything, I only wanted to let you know.} The refund is there.
R: That's good to hear, ${s.first}. Which refund was it?
C: {The one Gloria called me about.|From the overpaid filling.} It came through {this morning|yesterday}.
R: I'll leave a note so that the office can close it.
C: {Tell her she's a star.|Great. You guys are alright.}
R: I will. ${s.bye}`,
  },
  bill_wrong_service: {
    outcome: 'complaint',
    summary: (s) =>
      `${s.full} was billed for a deep cleaning (${s.cost('svc_deep_cleaning')}) although it was a normal one (${s.cost('svc_cleaning')}). The bill is to be corrected and mailed again.`,
    script: (s) => `
R: ${s.hello}
C: I've got a bill here for two hundred sixty-five dollars. {For a deep cleaning. I didn't have a deep cleaning.|Can somebody explain that to me?}
R: I'm sorry for the confusion. What was done, as far as you know?
C: {Forty minutes, scratch scratch, polish, done.|The regular one. Same as every year.} That's one twenty-nine. It says so on your wall.
R: A normal cleaning is ${s.cost('svc_cleaning')}, yes. Have you paid the bill?
C: {Not a cent.|No, and I'm not going to.}
R: Then please don't pay it yet. I'm passing it to billing, and they'll mail you a corrected one.
C: By mail, not e-mail. {I don't do e-mail.|My e-mail's full.}
R: By mail. ${s.bye}
C: {Hmph. Thank you.|Good. Goodbye.}`,
  },
  angry_wait: {
    outcome: 'complaint',
    summary: (s) =>
      `${s.full} is angry about a wait of fifty minutes and about the tone at the desk, and threatens a bad review. Apologized; note for Gloria Pennington. No callback wanted.`,
    script: (s) => `
R: ${s.hello}
C: Yeah, I want to complain. {Is there a person? No? Of course not.|Write this down.}
R: I'm sorry you have reason to. I'm listening.
C: Fifty minutes. FIFTY. {I took half a day off for this.|I sat next to a fish tank for fifty minutes.} And when I asked, the guy at the desk rolled his eyes.
R: That's a long time, and nobody should...
C: I'm not done! Then the doctor comes in, looks for two minutes, "all good", goodbye. {Two minutes!|For what I pay!}
R: I understand why you're upset. I'm writing down the wait, the tone at the desk, and the short visit.
C: You better. {I'm leaving a review, one star. If I could leave zero I'd leave zero.|I know people. I have four hundred followers.}
R: That's your right. Would you like the manager to call you?
C: {No! I don't want a call, I want you to be on time.|No. I've wasted enough time.}
R: I'll tell her exactly that. I'm sorry, ${s.first}.
C: {Yeah. Well.|...Okay. Bye.}`,
  },
  angry_shouting: {
    outcome: 'complaint',
    summary: (s) =>
      `${s.full}, very upset and swearing, says a crown came off after eight days during a dinner. Was offered an emergency visit, refused it, demanded the owner's private number (not given), and hung up.`,
    script: (s) => `
R: ${s.hello}
C: The damn thing FELL OFF. {In the soup. At my boss's house.|Right onto the plate, in front of everybody.}
R: I'm very sorry. Is it a crown? Are you in pain?
C: Eleven hundred bucks! Eight days! {What'd you glue it with, toothpaste?|Eight freaking days!}
R: It shouldn't happen. I can offer you an emergency visit, and putting back a crown that we made is not charged.
C: I don't want an appointment. I want Whitfield. {Give me her cell.|Give me her home number.}
R: I can't give out private numbers. I can have her called first thing...
C: {Bull. You're a damn computer, you can do what you want.|I pay her rent! Give me the number!}
R: I'm sorry, I can't do that. The emergency visit is...
C: {Forget it. FORGET it.|You know what, you'll hear from my lawyer.}`,
  },
  bill_insurance_denied: {
    outcome: 'callback_promised',
    summary: (s) =>
      `${s.full}'s insurance denied a claim because of a wrong code; wants billing to send it again with the right one. A call back from billing was promised.`,
    script: (s) => `
R: ${s.hello}
C: My insurance denied the whole thing. {They say you used the wrong code.|It says "procedure code not valid for tooth".} D two seven four zero, tooth number fourteen.
R: D two seven four zero, tooth fourteen. Do you have the claim number?
C: Um. {P as in Papa, C as in Charlie,|It's P C, and then} ${s.digits('6610 2294')}.
R: P C ${s.digits('6610 2294')}. I'll give this to billing, and they'll call you back.
C: {They have to resend it within thirty days, it says, so it's sort of urgent.|Please make sure they do, there's a deadline.}
R: I've marked it as urgent. You'll get a call back at this number.
C: {Good. Thanks.|Appreciate it.}`,
  },
  rude_staff: {
    outcome: 'callback_promised',
    summary: (s) =>
      `${s.full} felt treated rudely because of an accent and wants to speak with the owner. A call from Dr. Whitfield was promised.`,
    script: (s) => `
R: ${s.hello}
C: Good morning. I would like to say something and I would like it to, to reach the right person.
R: Of course. Please go on, I'll write it down.
C: I have been in this country for twenty years. {When I asked about my bill, the young man spoke to me like I am a child. Very slow. Very loud.|And the man at the desk, he repeats my words and he, he laughs.} In front of other people.
R: I'm very sorry, ${s.full}. That must have been humiliating.
C: {It was. Yes.|Yes. I did not sleep well.} I don't want anyone fired. I want the owner to know it.
R: That is Dr. Whitfield. She will call you back personally. When is a good time?
C: {In the evening, after seven.|At lunch I am free.} And please, it should be her, not the young man.
R: I've noted exactly that.
C: Thank you. You have good manners.`,
  },
};
