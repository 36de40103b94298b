import type { Scenarios } from './types.ts';

/** Calls that end with the promise of a callback, and outbound calls of the practice. */
export const CALLBACKS: Scenarios = {
  callback_biopsy: {
    outcome: 'callback_promised',
    summary: (s) =>
      `${s.full} waits for a lab result and is worried. Dr. Ibarra is to call back today or ${s.tomorrow}.`,
    script: (s) => `
R: ${s.hello}
C: Hello, um. {Dr. Ibarra took a little sample, from my cheek, and he said a week. It's been almost two.|I'm waiting for a result. From the lab. It's been eleven days.}
R: I understand that you're waiting. I can't see lab results. I'll ask Dr. Ibarra to call you back.
C: Is it bad if it takes long? {My neighbor had something and hers took long too.|I keep thinking they're, you know, double-checking.}
R: I really don't know, and I don't want to guess. He'll call you today or ${s.tomorrow}. Which number?
C: ${s.phone}. I'll have it right next to me. {Even in the shower.|All day.}
R: ${s.phone}. I've marked it as important.
C: {Thank you. You promise he'll call?|Thank you, dear.}
R: I've passed the promise on to him, and I've written down when you called. ${s.bye}`,
  },
  callback_manager: {
    outcome: 'callback_promised',
    summary: (s) =>
      `${s.full} wants to speak with the practice manager about a letter and would not say more. A call back from Gloria Pennington was promised.`,
    script: (s) => `
R: ${s.hello}
C: Let me talk to the manager.
R: That's Gloria Pennington. She isn't available on the phone right now. May I know what it's about?
C: {It's about a letter. That's all you need to know.|It's private. Tell her, "the letter". She'll know.}
R: All right. Your name, please?
C: ${s.last}. ${s.spelled}. {I'm in the book.|First name ${s.first}.}
R: And the number?
C: ${s.phone}. {It's a landline. It rings long.|Let it ring, I'm slow with the knee.}
R: ${s.phone}. She'll call you back, ${s.first}. ${s.bye}`,
  },
  callback_treatment_question: {
    outcome: 'callback_promised',
    summary: (s) =>
      `${s.full} has a question about the treatment plan: two fillings or one crown. Dr. Whitfield is to call back before the caller decides.`,
    script: (s) => `
R: ${s.hello}
C: Hi! So I've got the plan here, and {it says filling, filling, and then somebody wrote "or crown" by hand.|there's two options on it, A and B, and I don't get the difference.}
R: I can tell you the prices. A filling is ${s.cost('svc_filling')}, a crown ${s.cost('svc_crown')}.
C: No, the prices I can read. {Which one would you do, if it was your tooth?|What I want to know is what lasts longer.}
R: {I have no teeth, so I leave that to the dentist.|That's a question for Dr. Whitfield.} She can call you back.
C: {Ha! Fair enough.|Okay.} Before the weekend? I want to, like, decide.
R: I'll ask her to call before then. At ${s.phone}?
C: That's me. {Text first if you can.|Voicemail's full, just so you know.}
R: Noted. ${s.bye}`,
  },
  callback_pharmacy: {
    outcome: 'callback_promised',
    summary: (s) =>
      `${s.full}'s pharmacy never received the prescription that Dr. Whitfield wanted to send. The office is to send it again and call back when it is done.`,
    script: (s) => `
R: ${s.hello}
C: I'm at the pharmacy and {they don't have anything for me.|the lady says there's no prescription.} Dr. Whitfield said she'd send it over.
R: I'm sorry. Which pharmacy is it?
C: {Corner of Tannery and Mill. The one with the mortar in the window.|Uh, what's this called? ... Tannery Lane Pharmacy.}
R: I can't send prescriptions myself. I'm telling the office now, and they'll call you back when it's sent.
C: {So do I wait here or what?|How long, five minutes, an hour?}
R: I can't promise a time. They'll call you at ${s.phone}.
C: {It closes at six, okay? Please.|Okay. I'll sit in the car.}
R: I've written that it's urgent. ${s.bye}`,
  },
  callback_price_estimate: {
    outcome: 'callback_promised',
    summary: (s) =>
      `${s.full} asks for a written estimate for three crowns and a discount for paying at once. Somebody from the office is to call back with a price.`,
    script: (s) => `
R: ${s.hello}
C: I need three crowns. {Not today, in general.|The dentist said three.} If I pay all at once, in full, what do you do for me?
R: One crown is ${s.cost('svc_crown')}, so three are $3,540. I can't offer discounts myself.
C: {But somebody can.|Who can?}
R: The practice manager. She can send you a written estimate and call you back.
C: {Do that. Real number, not a maybe.|Good. I'm asking two other places too, tell her that.}
R: I'll tell her. Is ${s.email} still right?
C: {Yes. And call me, I don't check it.|Yeah. Call though. ${s.phone}.}
R: She'll call you back. ${s.bye}`,
  },
  callback_made_billing: {
    outcome: 'called_back',
    direction: 'outbound',
    summary: (s) =>
      `Billing's answer was passed on to ${s.full}: the refund is approved and arrives in five to seven days.`,
    script: (s) => `
C: {Hello?|Yes, hello?}
R: Hello, this is ${s.me}, the automated receptionist of ${s.team}. I'm calling back about your refund. Am I speaking with ${s.full}?
C: {Speaking. That was quick.|Oh! Yes.}
R: The billing office has approved it. The money goes back to the same card in five to seven working days.
C: {All of it?|Wonderful.} {Do I have to do anything?|Do I get that in writing?}
R: You'll get an e-mail with the amount. There's nothing for you to do.
C: {Well, thank you for calling back.|Nice. I honestly didn't expect that.}
R: You're welcome. Have a good day.`,
  },
  callback_made_extraction: {
    outcome: 'called_back',
    direction: 'outbound',
    summary: (s) =>
      `Called ${s.full} back as promised with Dr. Ibarra's answer: no aspirin, gauze again for thirty minutes. The bleeding has stopped.`,
    script: (s) => `
C: {This is ${s.first}.|Yeah?}
R: Hello, this is ${s.me} from ${s.team}. You asked for a call back after the extraction. Dr. Ibarra has an answer for you.
C: {Oh good. What does he say?|Okay, shoot.}
R: No aspirin, because it makes bleeding worse. If it starts again, gauze for another thirty minutes. Is it still bleeding?
C: {No, it stopped around lunch.|Just a little pink now. It's basically done.}
R: That's good. He'd like you to eat soft food until the weekend.
C: {Ice cream it is. Thanks for getting back to me.|Alright. Appreciate the call.}
R: Get well soon, ${s.first}.`,
  },
  callback_made_apology: {
    outcome: 'called_back',
    direction: 'outbound',
    summary: (s) => `Called ${s.full} back as promised and put Dr. Whitfield through, who wanted to apologize herself.`,
    script: (s) => `
C: {Hello?|Yes?}
R: Hello, this is ${s.me} from ${s.team}. Am I speaking with ${s.full}?
C: Yes, this is me.
R: Dr. Whitfield has read what you told me, and she would like to speak with you in person. Is it a good moment?
C: {Oh. She herself? Yes. Yes, please.|Now? Yes, I have my break.}
R: I'm putting her through. Thank you for telling us.
~ 4
C: {Good day, doctor.|Hello, Dr. Whitfield.}`,
  },
  callback_made_bad_line: {
    outcome: 'called_back',
    direction: 'outbound',
    summary: (s) =>
      `Called ${s.full} back after a call that could not be understood. It was about his mother's bridge; she has her own dentist, and nothing is needed.`,
    script: (s) => `
C: {${s.last}.|Hello, ${s.first} here.}
R: Hello, this is ${s.me} from ${s.team}. The line was very bad when you called, so I'm calling back as promised.
C: {Yes, the tunnel. I do apologize.|Ah, splendid, I can hear you now.} It was about my mother's bridge. Her own dentist has seen to it since.
R: So there's nothing we can do for you?
C: {Not this time.|Not a thing, thank you.} Very good of you to call, though.
R: You're welcome. Goodbye.`,
  },
  callback_made_voicemail: {
    outcome: 'called_back',
    direction: 'outbound',
    status: 'voicemail',
    summary: (s) => `Called ${s.full} back as promised and left the answer on the answering machine.`,
    script: (s) => `
C: {Hi, you've reached ${s.first}. Leave a message, or better, text me.|You have reached ${s.phone}. Please leave a message after the tone.}
~ 2
R: Hello ${s.first}, this is ${s.me} from ${s.team}. I'm calling back as promised. The office has taken care of it: the papers went out this morning. Call us any time if something is unclear. Goodbye.`,
  },
  reminder: {
    outcome: 'reminded',
    direction: 'outbound',
    booking: 'keep',
    services: ['svc_cleaning', 'svc_filling', 'svc_child_checkup', 'svc_crown'],
    lead: [1, 3],
    summary: (s) => `Reminded ${s.full} of the ${s.service} on ${s.when}; confirmed.`,
    script: (s) => `
C: {Hello?|${s.first} speaking.|Yep.}
R: Hello, this is ${s.me}, the automated receptionist of ${s.team}. I'm calling to remind you of your ${s.service} on ${s.when}.
C: {Oh right. Yes. I'll be there.|Got it, it's on the calendar.|Wait, is that already... okay. Yes.}
R: Great. {Please tell us if anything changes.|Is there anything you need before then?}
C: {Nope.|All good, thanks.}
R: See you on ${s.day}. Goodbye.`,
  },
  reminder_machine: {
    outcome: 'voicemail',
    direction: 'outbound',
    status: 'voicemail',
    booking: 'keep',
    services: ['svc_cleaning', 'svc_night_guard', 'svc_root_canal'],
    lead: [1, 3],
    summary: (s) => `Left a reminder of the ${s.service} on ${s.when} on ${s.full}'s answering machine.`,
    script: (s) => `
C: {The person you're calling isn't available. At the tone, please record your message.|Hey, it's ${s.first}, you know what to do.}
~ 3
R: Hello, this is ${s.me} from ${s.team} with a reminder for ${s.full}: ${s.service}, ${s.when}. If you can't come, please call us. Thank you.`,
  },
  outbound_no_answer: {
    outcome: 'no_answer',
    direction: 'outbound',
    status: 'missed',
    summary: null,
    script: () => '',
  },
  recall_books: {
    outcome: 'booked',
    direction: 'outbound',
    booking: 'book',
    services: ['svc_cleaning'],
    summary: (s) =>
      `Recall call: ${s.full} was last here more than six months ago and booked a cleaning for ${s.when}.`,
    script: (s) => `
C: {Hello, who's this?|Hello?}
R: Hello, this is ${s.me}, the automated receptionist of ${s.team}. It has been more than six months since your last cleaning, and I wanted to ask whether you'd like a new date.
C: {Already? Man.|Oh. Um. Is it covered twice a year?}
R: {Time flies.|Most plans cover two a year, but please check yours.} I could offer ${s.other} or ${s.when}.
C: {Let's do ${s.day}.|The second, ${s.time}.}
R: ${s.when}, with ${s.staff}. Thank you, ${s.first}, and goodbye.`,
  },
};
