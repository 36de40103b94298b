import type { Scenarios } from './types.ts';

/** Callers who make an appointment. */
export const BOOKING: Scenarios = {
  book_cleaning: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_cleaning'],
    summary: (s) => `${s.full} booked a cleaning for ${s.when} with ${s.staff}.`,
    script: (s) => `
R: ${s.hello}
C: {Hi, um, it's ${s.full}. I think I'm due for a cleaning?|Hello, this is ${s.first} ${s.last}, I got your postcard, it says it's time for my cleaning.|Yeah hi, I'd like to book a cleaning please. ${s.full}.}
R: Of course, ${s.first}. {Mornings or afternoons, what suits you better?|Is there a day of the week you prefer?}
C: {It depends on my shifts. What do you have?|Oh, either really. Not too late.}
R: I could do ${s.other}.
C: {No, that one I can't.|Ooh, no, I'm on the road that day.|Hmm. No. Sorry.} {Anything else?|What else is there?}
R: Then ${s.when}, with ${s.staff}? A cleaning takes ${s.minutes} minutes.
C: {Perfect, that works.|Yes. Yes, let me write that down. ${s.time}. Good.|Okay, I'll take that.}
R: You're booked: ${s.when}. ${s.bye}
C: {Thanks, bye.|Thank you, bye-bye.|Great, see you then.}`,
  },
  book_new_patient: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_new_patient'],
    notes: () => 'New patient. Insurance: Harbor Mutual, member ID given on the phone.',
    summary: (s) =>
      `New patient ${s.full} booked a first exam with X-rays for ${s.when}. Spelled name and e-mail and gave a Harbor Mutual member number.`,
    script: (s) => `
R: ${s.hello}
C: Hi! {I just moved to the area and I need a dentist.|So, I'm new in town, um, are you taking new patients?}
R: {Welcome! Yes, we are taking new patients.|We are, and welcome.} The first visit is an exam with X-rays, ${s.minutes} minutes, ${s.price} without insurance. May I have your name?
C: ${s.full}.
R: Could you spell the last name for me?
C: Sure. ${s.spelledOut}.
R: Thank you, ${s.first}. And an e-mail for the forms?
C: It's ${s.email}. All lower case.
R: That was ${s.email}?
C: {Yes.|Exactly.|Correct, yeah.}
R: And a phone number?
C: ${s.phone}. That's my cell.
R: Do you have dental insurance?
C: Harbor Mutual. You want the number? Hang on, it's in my wallet.
~ 14
C: Okay. H M ${s.digits(s.member)}.
R: H M ${s.digits(s.member)}. Got it. I can offer ${s.other} or ${s.when}.
C: The second one. {With who?|Who would I see?}
R: ${s.staff}. So that is ${s.when}. Please come ten minutes early. ${s.bye}
C: {Great, thank you so much!|Will do. Thanks!}`,
  },
  book_child: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_child_checkup'],
    notes: (s) => `Patient: ${s.boy}, 6. First visit, nervous. A parent comes along.`,
    summary: (s) => `${s.full} booked a check-up for a six-year-old son, ${s.boy}, for ${s.when}. The boy is nervous.`,
    script: (s) => `
R: ${s.hello}
C: Hi, it's for my son, actually. He's six. {His teacher says he's been holding his cheek.|The school wants a dental form.} ${s.boy}, put that down. Sorry.
R: No problem at all. {Has ${s.boy} been to a dentist before?|Is this ${s.boy}'s first check-up?}
C: {Once, he bit the guy.|First time. He's terrified, to be honest.} Are you good with kids?
R: We take it slowly and you can stay with him the whole time. A child check-up is ${s.minutes} minutes and ${s.price}. After school or during the day?
C: Not during nap, I have a baby too. What about ${s.other}?
R: That time is taken. ${s.when} is free.
C: Okay. Okay, that's fine. ${s.boy}! I said down! {Sorry, I'm listening.|Ugh, sorry.} Under my name?
R: I have you by your phone number, ${s.full}, and I'll note ${s.boy} as the patient. ${s.when}, with ${s.staff}. ${s.bye}
C: {You're an angel. Bye.|Thank you. Say bye, ${s.boy}. He won't. Bye!}`,
  },
  book_for_mother: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_cleaning', 'svc_filling', 'svc_night_guard'],
    notes: (s) =>
      `For the mother of ${s.full}, Mrs. ${s.elder}, 84. Wheelchair, comes with a driver. Call the daughter or son, not her.`,
    summary: (s) =>
      `${s.full} booked a ${s.service} for an 84-year-old mother, ${s.elder}, for ${s.when}. She comes in a wheelchair; calls should go to ${s.first}.`,
    script: (s) => `
R: ${s.hello}
C: Good {morning|day}, I'm calling on behalf of my mother. She's eighty-four and, well, she doesn't do phones.
R: I'm happy to help. What does she need?
C: A ${s.service}. {She's been putting it off since spring.|Her dentist retired on us.} Is there an elevator? She's in a wheelchair.
R: Yes, from the rear entrance at ${s.address}, and the doors are wide enough. What is her name?
C: ${s.elder}. {Spelled|That's} ${s.elderSpelled}. But put it under me, ${s.full}, otherwise you'll be calling her and she'll say she never heard of you.
R: {Understood.|That makes sense.} I'll keep it under your contact with a note. Would ${s.when} be good?
C: {The van needs a two-hour window, so... let me think. Yes. Yes, it works.|She has her hair at nine. But yes, then it's fine.}
R: ${s.when} with ${s.staff}, ${s.minutes} minutes. ${s.bye}
C: {Much obliged.|Thank you, dear.}`,
  },
  book_filling_insurance: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_filling'],
    notes: () => 'Lost a piece of an old filling, upper left. Insurance number on file is to be checked.',
    summary: (s) =>
      `${s.full} lost part of a filling and booked a new one for ${s.when} (${s.price}). Read out a dental plan number; coverage is to be checked by the office.`,
    script: (s) => `
R: ${s.hello}
C: {A piece of my filling came out. On a, ah, on a caramel.|I bit on something hard and, uh, it wasn't the food. I think it's my filling.}
R: I'm sorry to hear that. Does it hurt?
C: {Only when I drink something cold.|Not really. It's sharp, I keep touching it with my tongue.}
R: A filling is ${s.price} and takes ${s.minutes} minutes. I see you in our contacts as ${s.full}, is that right?
C: Yep. I have new insurance though. Do you want the number? It's on the card. Group ${s.digits('00512')}, member ${s.digits(s.member)}.
R: Group ${s.digits('00512')}, member ${s.digits(s.member.slice(0, -4))}... I missed the end.
C: {It ends in|The end is} ${s.digits(s.member.slice(-4))}.
R: ${s.digits(s.member.slice(-4))}, thank you. I cannot tell you what they cover, the office checks that before your visit. ${s.when}, with ${s.staff}?
C: {Nothing sooner? ... Okay fine.|That soon? Great.} Put me down.
R: Done. Until then, chew on the other side. ${s.bye}
C: {Ha. Okay. Bye.|Will do.}`,
  },
  book_crown_anxious: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_crown', 'svc_root_canal'],
    notes: () => 'Very anxious patient. Wants breaks and no clock in sight.',
    summary: (s) =>
      `${s.full}, very anxious about treatment, asked how a ${s.service} goes and what it costs (${s.price}) and booked it for ${s.when} with ${s.staff}.`,
    script: (s) => `
R: ${s.hello}
C: Hi. So. {I've been told I need a ${s.service} and I've kind of been... not calling.|I need to book a, a ${s.service}. I've hung up on you twice already, sorry about that.}
R: I'm glad you called. There's no rush. What would help you most right now?
C: Um. How long does it take? And does it, I mean, will I feel it?
R: It is ${s.minutes} minutes, and the area is numbed first. You can raise a hand at any time and ${s.staff} will stop.
C: {Okay. Okay. And the damage? To my wallet, I mean.|Right. And what does it cost?}
R: ${s.price}. Part of it may be covered, if you have insurance.
C: Jeez. Okay. If I don't do it now I never will. When?
R: I have ${s.other}, or ${s.when}.
C: {Which one is... is the morning calmer? Whatever. ${s.day}.|The, the second. ${s.when}.}
R: ${s.when} with ${s.staff}. I'll note that you would like breaks. ${s.bye}
C: Thanks for, you know. {Not laughing.|Being nice about it.}`,
  },
  book_whitening_deposit: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_whitening'],
    notes: () => 'Wedding. Wanted to pay the deposit by phone; told that the office does not take cards by phone.',
    summary: (s) =>
      `${s.full} booked a whitening for ${s.when} (${s.price}) before a wedding and read out a card number for a deposit although none is taken by phone.`,
    script: (s) => `
R: ${s.hello}
C: {Okay so I'm getting married, and my mother-in-law has opinions about my teeth.|Hiii, I need the whitening thing, it's kind of urgent, I'm the maid of honor.}
R: Congratulations! In-office whitening takes ${s.minutes} minutes and costs ${s.price}. Have you had a cleaning in the last six months?
C: {Yes, with you guys, in the summer.|Yep, in, um, when was it. Recently. With Tomasz.}
R: Good. ${s.when} is free, with ${s.staff}.
C: {Yes! Take it. Take my money.|Done. Do I pay a deposit?} It's a Visa, ${s.digits('4242 4242')},
R: You don't need to give me...
C: ${s.digits('4242 4242')}, expires twelve thirty, and the code on the back is ${s.digits('317')}.
R: Please don't read out your card. We don't take payments by phone, you pay at the desk after the visit.
C: Oh. {Well, now you have it.|Oops. Can you, like, delete that?}
R: I will not use it. You're booked for ${s.when}. ${s.bye}
C: {Bye! Thank you!|Okay, bye!}`,
  },
  book_correction: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_cleaning', 'svc_filling', 'svc_extraction'],
    summary: (s) =>
      `${s.full} booked a ${s.service} for ${s.when}. The caller first asked for ${s.other} and then changed their mind.`,
    script: (s) => `
R: ${s.hello}
C: I'd like ${s.other}, for a ${s.service}.
R: {Let me look. Yes, ${s.other} is free.|One moment. That works, ${s.other}.} May I have your...
C: No wait. Wait, wait. {That's the day the plumber comes.|My daughter has a recital that day. Ugh.} {Scratch that.|Forget it.} What about ${s.day}?
R: On ${s.day} I have ${s.time}.
C: {You said nine?|Sorry, the line... what time?}
R: ${s.time}.
C: ${s.time}. Okay. {And that's with the lady? The one with the red glasses?|With the same guy as last time?}
R: It's with ${s.staff}. And your name, please?
C: ${s.full}. {With a, hold on, you know how it's spelled?|} ${s.spelled}.
R: Thank you, I found you. So not ${s.otherDay}, but ${s.when}, a ${s.service}. Is that right?
C: {That's right. Final answer.|Yes. Sorry for the back and forth.}
R: No trouble. ${s.bye}`,
  },
  book_after_hours: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_cleaning', 'svc_night_guard', 'svc_aligner_consult'],
    summary: (s) => `Outside opening hours ${s.full} booked a ${s.service} for ${s.when} with ${s.staff}.`,
    script: (s) => `
R: ${s.hello}
C: {Oh! I didn't expect anyone. I was gonna leave a message.|Is this the machine?}
R: I'm ${s.me}, the automated receptionist. I can book appointments at any hour.
C: {Huh. Okay, cool.|Neat. Let's try.} I need a ${s.service}. It's ${s.full}. {I work nights so this is like noon for me.|I only ever remember this stuff at night.}
R: {No problem.|That's fine.} The price is ${s.price}. The next openings are ${s.other} and ${s.when}.
C: {${s.when}.|The later one.}
R: ${s.when} with ${s.staff}. You'll get a reminder the day before. ${s.bye}
C: {That was fast. Night.|Wow. Okay. Good night, robot.}`,
  },
  book_long_gap: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_deep_cleaning', 'svc_new_patient'],
    notes: () => 'No dentist for six years. Gums bleed. Please no lecture.',
    summary: (s) =>
      `${s.full} has not been to a dentist for about six years, is embarrassed, and booked a ${s.service} for ${s.when}.`,
    script: (s) => `
R: ${s.hello}
C: {Please don't laugh.|Okay, this is embarrassing.} I haven't been in, what, six years? {Six. Since the twins.|Maybe more.}
R: That happens to a lot of people. I'm happy you called today. Is something bothering you?
C: My gums bleed. When I brush. {My husband noticed the sink.|Every morning, more or less.}
R: Then I would suggest a ${s.service}. It's ${s.minutes} minutes and ${s.price}, and ${s.staff} will tell you what, if anything, comes after.
C: Am I gonna get a lecture?
R: {No lectures. I'll write that down.|I'll put a note: no lecture.}
C: {Ha! Good.|Please do.} Okay. When?
R: ${s.when}?
C: {Let me, uh, let me check with... yes. It's fine.|Before I chicken out: yes.} It's ${s.full}. ${s.spelled}. Same number I'm calling from.
R: Then we'll see you on ${s.when}. ${s.bye}`,
  },
  book_consult_free: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_aligner_consult'],
    summary: (s) =>
      `${s.full} asked whether the aligner consultation is really free, was told yes, and booked it for ${s.when}.`,
    script: (s) => `
R: ${s.hello}
C: Your website says free consultation. {What's the catch?|Free free? Or free like, "free"?}
R: No catch. ${s.staff} scans your teeth and tells you whether clear aligners would work. It takes ${s.minutes} minutes and costs nothing.
C: And then what, you call me every day?
R: {We don't. You decide.|No. You get the plan by e-mail and that's it.}
C: {Hm. Okay, I'll bite. Ha. No pun intended.|Alright, you sold me.} ${s.full} is the name.
R: I have ${s.when}.
C: {What about ${s.otherTime}?|Make it ${s.otherTime}?}
R: ${s.otherTime} is taken that day. ${s.time} is the only opening.
C: Fine, ${s.time}.
R: Booked, ${s.when}. Your e-mail is still ${s.email}?
C: {That's the one.|Yep.}
R: ${s.bye}`,
  },
  book_by_e_mail_spelling: {
    outcome: 'booked',
    booking: 'book',
    services: ['svc_cleaning', 'svc_new_patient'],
    summary: (s) => `${s.full} booked a ${s.service} for ${s.when} and spelled the e-mail address twice.`,
    script: (s) => `
R: ${s.hello}
C: ${s.service.startsWith('n') ? 'New patient here.' : 'I need a cleaning.'} {Can you e-mail me the confirmation? I delete texts.|And I want it in writing, please.}
R: Of course. ${s.when} is open, with ${s.staff}. Which e-mail address?
C: ${s.email}.
R: Could you say that once more, slowly?
C: {Sure.|Again?} {J as in Juliet. No. Sorry, that's my work one.|Okay, letter by letter would take all day.} It's just my name: ${s.spelledOut}... the part before the at is ${s.email.split(' at ')[0] ?? ''}. At. Example. Dot ${s.email.split(' dot ').at(-1) ?? 'com'}.
R: So that is ${s.email}.
C: {Bingo.|Now you have it.}
R: The confirmation is on its way: ${s.when}, ${s.service}. ${s.bye}
C: {Thank you kindly.|Cheers.}`,
  },
};
