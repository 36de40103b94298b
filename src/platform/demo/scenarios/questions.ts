import type { Scenarios } from './types.ts';

/** Callers who ask for information. */
export const QUESTIONS: Scenarios = {
  price_crown: {
    outcome: 'price_quote',
    summary: (s) =>
      `Caller compared prices: crown ${s.cost('svc_crown')}, root canal ${s.cost('svc_root_canal')}. Did not book.`,
    script: (s) => `
R: ${s.hello}
C: {What do you charge for a crown?|Just a quick one. Crown. How much?}
R: A crown is ${s.cost('svc_crown')}. That covers the preparation, the temporary and the permanent crown.
C: {And if it needs a root canal first?|And a root canal on top?}
R: A root canal is ${s.cost('svc_root_canal')}.
C: So together, what, twenty-two hundred? {The place on Main said eighteen.|Wow.}
R: Together $2,230. I can't compare with others, but payment over six months is possible. Would you like to book an exam?
C: {I'll think about it.|No, I'm calling around.}
R: {Of course.|Take your time.} ${s.bye}`,
  },
  price_cleaning_no_insurance: {
    outcome: 'price_quote',
    summary: (s) =>
      `Caller without insurance asked for the price of a cleaning (${s.cost('svc_cleaning')}) and of a new patient exam (${s.cost('svc_new_patient')}).`,
    script: (s) => `
R: ${s.hello}
C: {Hi, I don't have insurance. Is that, like, a problem?|How much is a cleaning if you pay cash?}
R: {Not at all.|Cash or card are both fine.} A cleaning is ${s.cost('svc_cleaning')}.
C: {That's it? No hidden stuff?|And that's everything?}
R: If it's your first visit here, the dentist examines you once with X-rays, that is ${s.cost('svc_new_patient')}.
C: {So it's not one twenty-nine, it's like three hundred.|Ah. There it is.}
R: For the first visit with both, $318. After that only the cleaning.
C: {Do students get a discount?|Any deals?}
R: Not at the moment, I'm afraid.
C: {Okay. I'll call back.|Thanks for being straight with me.}
R: ${s.bye}`,
  },
  price_child_family: {
    outcome: 'price_quote',
    summary: (s) =>
      `Parent of three asked what check-ups cost: ${s.cost('svc_child_checkup')} each, under 13 only; the fifteen-year-old needs a normal cleaning at ${s.cost('svc_cleaning')}.`,
    script: (s) => `
R: ${s.hello}
C: I've got three kids. {What's the damage for all of them?|What would that run me, check-ups for three?}
R: How old are they?
C: {Five, nine, and fifteen going on forty.|Fifteen, nine, five. In that order of trouble.}
R: A child check-up is ${s.cost('svc_child_checkup')}, for children under thirteen. The fifteen-year-old would have a normal cleaning, ${s.cost('svc_cleaning')}.
C: So eighty-four, eighty-four, one twenty-nine, that's... {help me out.|carry the one...}
R: Two hundred ninety-seven dollars for all three.
C: {I'll talk to my wife.|Okay. Let me see when they're all off school.} Can they come on the same day?
R: Two can come one after the other with the same person, and the third in parallel.
C: {Smart. I'll call back.|Perfect, thanks.}`,
  },
  hours_saturday: {
    outcome: 'information',
    summary: () =>
      'Asked about opening hours: Monday to Friday 8 to 5, first and third Saturday of the month 9 to noon.',
    script: (s) => `
R: ${s.hello}
C: {Are you open Saturdays?|What are your hours?}
R: We're open Monday to Friday, eight to five, and on the first and third Saturday of each month from nine to noon.
C: {First and third. So not this one?|How am I supposed to remember that?}
R: {I can look for a Saturday appointment if you like.|You can always call, I know which ones.}
C: {No, I just wanted to know.|No thanks, not yet.} And evenings?
R: No evening appointments, but you can reach me by phone at any hour.
C: {Even at three in the morning?|Don't you sleep?}
R: {I'm here all night.|Whenever you like.}
C: {Ha. Okay, bye.|Creepy. Thanks though.}`,
  },
  address_parking: {
    outcome: 'information',
    summary: (s) => `Asked for the way and for parking: ${s.address}, free lot behind the building.`,
    script: (s) => `
R: ${s.hello}
C: I'm standing {in front of a shoe store|next to a fountain} and my phone says I've arrived. Where are you?
R: We're at ${s.address}. The entrance is between the shoe store and the bakery, with a green door.
C: Green door, green door... {is that olive? It's kind of brown.|I see the bakery.}
R: {That's the one.|Go left from there, about ten steps.}
C: And can I leave the car {where it says permit only|in the lot in back}?
R: The lot behind the building is free for patients for two hours.
C: {Found it! Okay, coming up.|Great. Second floor?}
R: Second floor, the elevator is on your right.`,
  },
  insurance_accepted: {
    outcome: 'information',
    summary: () =>
      'Asked whether Harbor Mutual and Pinecrest Dental plans are accepted; both are, coverage must be asked of the insurer.',
    script: (s) => `
R: ${s.hello}
C: Do you take {Pinecrest|Harbor Mutual}? {The PPO, not the HMO.|It's through my union.}
R: We accept Harbor Mutual and the Pinecrest Dental PPO plan.
C: And {crowns, are they covered?|do they pay for whitening?}
R: I can't see what your plan covers. The number on the back of your card can tell you.
C: I've been on hold with those people for {an hour|forty minutes}. {I know their music by heart.|They hung up on me.}
R: {I'm sorry.|That's frustrating.} If you book a visit, our office can ask them for you.
C: {Okay. Maybe I'll do that.|Oh, you do that? Good.} Thanks.
R: ${s.bye}`,
  },
  payment_plan: {
    outcome: 'information',
    summary: (s) =>
      `${s.full} asked about paying in instalments: six months without interest from $300 upwards, application at the desk.`,
    script: (s) => `
R: ${s.hello}
C: Hey, so {the doctor gave me this treatment plan and it's, it's a lot of zeros.|I got an estimate for almost two thousand dollars.} Can I pay it off bit by bit?
R: Yes. For three hundred dollars and more you can pay over six months without interest.
C: {Do you check credit? Because, well.|What do I need for that?}
R: You fill in one page at the desk and bring a photo ID. Nothing is decided by phone.
C: {Should I give you my social? It's ${s.digits('987 65 4320')}.|My social's ${s.digits('987 65 4321')}, if that helps.}
R: Please don't, I don't need it and shouldn't have it.
C: {Oh. My bad.|Okay, sorry, my bank always asks.}
R: {No problem.|That's all right.} Just bring the ID. ${s.bye}
C: {Thanks, bye.|Okay, will do.}`,
  },
  pay_by_card: {
    outcome: 'information',
    summary: (s) =>
      `${s.full} wanted to pay a bill by phone and read out card and account numbers. Was told that payments are made at the desk or by the link in the bill.`,
    script: (s) => `
R: ${s.hello}
C: {I got a bill and I'd like to get it over with. Can I pay with you?|Hi, paying a bill. ${s.full}.}
R: I can't take payments by phone. You can use the link in the bill, or pay at the desk.
C: {I've got it right here: fifty-five fifty-five, fifty-five fifty-five, fifty-five fifty-five, forty-four forty-four, oh-four twenty-nine.|It's an Amex. Thirty-seven eighty-two, eight two two, four six three, one triple zero five. Four-digit code is one two three four.|Okay, card number 6011 1111 1111 1117, you got that? Expires 09/28.}
R: Please stop there, I'm not able to use a card number.
C: {So what about from my checking account? Routing is ${s.digits('999 999 992')}, account ${s.digits('9876 5432 10')}.|My bank account then. The account ends in, no, the whole thing is ${s.digits('0004 4417 8832')}.}
R: Neither, I'm afraid. Both are safer on the payment page.
C: {Fine, I'll do the link thing.|You make it hard to give you money, you know that?}
R: ${s.bye}`,
  },
  records_transfer: {
    outcome: 'information',
    summary: (s) =>
      `${s.full} wants X-rays sent to a specialist at endo.records@example.org; the written consent form was e-mailed.`,
    script: (s) => `
R: ${s.hello}
C: I'm seeing a specialist {next week|on Monday} and they want my X-rays.
R: We need your written consent, then the office sends them. Where should they go?
C: It's endo dot records at example dot org. E, N, D, O. Not "and oh".
R: endo dot records at example dot org.
C: {Right.|Yes ma'am.} Can you do it today? {They're strict.|They said they cancel if it's not there.}
R: I'll send the consent form to ${s.email} right now. As soon as it's signed, it normally takes one working day.
C: {Can't I just say yes here? It's recorded, isn't it?|Do I have to print it?}
R: {It has to be the form. You can sign it on your phone.|You can sign it on your phone, no printer needed.}
C: {Alright.|Okay, got it, it just came in.}
R: ${s.bye}`,
  },
  forms_before_visit: {
    outcome: 'information',
    booking: 'keep',
    services: ['svc_root_canal', 'svc_aligner_consult'],
    summary: (s) =>
      `${s.full} asked what to bring to the ${s.service} on ${s.when}: ID, insurance card, list of medicines.`,
    script: (s) => `
R: ${s.hello}
C: {First time I'm having one of those.|I'm coming in soon.} {Do I need to bring anything?|What do I bring?}
R: Is that ${s.full}, on ${s.when}?
C: {Yeah.|That's right.}
R: Please bring a photo ID, your insurance card if you have one, and a list of the medicines you take.
C: {I take, like, nine things.|Just vitamins. Does that count?}
R: {Then a photo of the boxes is fine.|Yes, everything counts.}
C: {And the forms? I got a link, but it's asking for a code.|The link you sent doesn't open.}
R: You can also fill them in here if you come ten minutes early.
C: {I'll do that then.|Early it is.} Thanks.`,
  },
  after_extraction: {
    outcome: 'callback_promised',
    summary: (s) =>
      `${s.full} still bleeds a little a day after an extraction and asked about aspirin. Was told to bite on gauze, given no medical advice on drugs, and promised a call from Dr. Ibarra.`,
    script: (s) => `
R: ${s.hello}
C: {I had a tooth out yesterday and it's still kind of oozing.|So, uh, you pulled my tooth yesterday? And it won't stop bleeding.}
R: Is it a lot of blood, do you have a fever, or trouble breathing or swallowing?
C: No, no. {It's pink. Pinkish.|Just on the pillow, a bit.}
R: Then please bite firmly on a clean gauze for thirty minutes, sit upright, and don't rinse.
C: And can I take aspirin? {It throbs.|My wife says no.}
R: I can't advise you on medicines. Dr. Ibarra will call you back before the end of the day.
C: {On this number. ${s.phone}.|Okay. Which number will it be? I don't pick up unknown ones.}
R: On the number you're calling from. If it gets heavy, call 911 or go to the emergency room.
C: {Alright. I'll wait for the call.|Okay.}`,
  },
  job_applicant: {
    outcome: 'information',
    summary: () => 'Asked about work as a dental assistant; was told to send a résumé to jobs@example.com.',
    script: (s) => `
R: ${s.hello}
C: Hi, {are you hiring?|I saw the sign in the window.} I'm a dental assistant. {Four years. I do X-rays and everything.|Just finished my certification.}
R: Thank you for asking. Please send a résumé to jobs at example dot com, and the practice manager will look at it.
C: And who's the manager?
R: Gloria Pennington.
C: Could I talk to her? {I'm better in person.|Just for a minute?}
R: {She reads the e-mails herself.|She prefers to have the résumé first.}
C: Okay. jobs at example dot com. {Wish me luck!|Thanks.}
R: Good luck!`,
  },
  lost_item: {
    outcome: 'information',
    summary: (s) => `${s.full} left a gray scarf in the waiting room; a message was taken for the front desk.`,
    script: (s) => `
R: ${s.hello}
C: {Did somebody find a scarf?|I think I left my scarf on your coat rack.} It's gray. {Cashmere, my sister gave it to me.|With a, like, a little fox on it.}
R: I can't see the lost-and-found box, but I'll ask the front desk to look. When were you here?
C: {Day before yesterday.|Yesterday, around lunch.}
R: I've written it down: gray scarf, ${s.full}. They'll keep it at the desk for you.
C: {You don't need to call me, I'll just drop by.|No need to call, I pass by every day anyway.}
R: {Even better.|That's fine.} ${s.bye}`,
  },
};
