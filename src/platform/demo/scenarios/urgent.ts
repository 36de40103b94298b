import type { Scenarios } from './types.ts';

/** Pain, accidents and other urgent calls. */
export const URGENT: Scenarios = {
  toothache_night: {
    outcome: 'emergency',
    booking: 'book',
    services: ['svc_emergency'],
    lead: [0, 3],
    notes: () => 'Throbbing pain lower right since two days, no fever, no swelling.',
    summary: (s) =>
      `${s.full} has had a throbbing toothache for two days, without fever or swelling, and got an emergency visit on ${s.when}.`,
    script: (s) => `
R: ${s.hello}
C: {Ahh. Hi. My tooth is killing me.|I can't, I can't sleep, it's this tooth.}
R: I'm so sorry. Do you have swelling, fever, or trouble swallowing or breathing?
C: No, just, {it's pounding. Like a heartbeat in my jaw.|it throbs. Lower right, way in the back.} Two days now.
R: Then I'd like you to be seen as soon as possible. The first emergency visit is ${s.when}, with ${s.staff}. It costs ${s.price}, treatment is extra.
C: {I don't care what it costs.|Nothing sooner? ... Okay. Okay.} Yes. ${s.full}.
R: You're booked. If your face swells up or you get a fever before then, go to the emergency room.
C: {Okay. Thank you. God.|Mm-hm. Thanks.}`,
  },
  child_knocked_out: {
    outcome: 'emergency',
    booking: 'book',
    services: ['svc_emergency'],
    lead: [0, 3],
    notes: () => 'Child, 10, front tooth knocked out at soccer; tooth kept in milk.',
    summary: (s) =>
      `${s.full}'s ten-year-old lost a front tooth at soccer. Told to keep it in milk; emergency visit on ${s.when}, and the dental emergency room until then.`,
    script: (s) => `
R: ${s.hello}
C: My kid's tooth is out, it's OUT, there's blood everywhere, {what do I do?|oh my God.}
R: I'll help you. Is your child awake and breathing normally?
C: Yes, yes, she's crying, she's, {${s.girl}, honey, hold the towel.|it's okay baby, bite on it.}
R: Good. Do you have the tooth?
C: I have it. It's in my hand. {There's grass on it.|It's so small.}
R: Hold it by the white part, rinse it for a moment with milk, and put it in a cup of milk. Don't scrub it. How old is she?
C: Ten. {It's the big one, the new one.|It's a grown-up tooth.}
R: Then every minute counts. Please drive to the dental emergency room at the county hospital now, and come to us ${s.when} for the follow-up. I've booked that under ${s.full}.
C: {Milk. County hospital. Okay. Okay. Going.|Okay, we're going, thank you.}`,
  },
  swelling_911: {
    outcome: 'emergency',
    summary: (s) =>
      `${s.full} has a swollen face and trouble swallowing. Was told to hang up and call 911; no appointment was made.`,
    script: (s) => `
R: ${s.hello}
C: Hi, uh, {the side of my face is like a balloon.|so my cheek's swollen shut almost.} Since this morning. {It's hot, too.|And it's going down my neck.}
R: Do you have trouble breathing or swallowing?
C: It's hard to swallow. {My own spit.|I'm kinda drooling.}
R: This can be dangerous. Please hang up and call 911 now, or have somebody drive you to the emergency room. Are you alone?
C: My {brother's|roommate's} here. You really think? I thought maybe antibiotics or, or something.
R: Yes, now. An infection like this cannot wait for an appointment. May I tell the office, so that they check on you?
C: Yeah. ${s.full}. Okay. {He's getting the keys.|We're going.}
R: Good. Please go.`,
  },
  broken_tooth: {
    outcome: 'emergency',
    booking: 'book',
    services: ['svc_emergency'],
    lead: [1, 4],
    notes: () => 'Corner of upper front tooth broken off, has the piece.',
    summary: (s) =>
      `${s.full} broke the corner off a front tooth, has no pain, and got an emergency visit on ${s.when} before a job interview.`,
    script: (s) => `
R: ${s.hello}
C: Okay, so, {I opened a bag with my teeth.|beer bottle. I know. I know.} And now the corner of my front tooth is gone.
R: Ouch. Does it hurt?
C: {No. It just looks like a pirate.|Nah. But I've got an interview.} I have the piece! {It's in a napkin.|Should I keep it?}
R: Yes, keep it moist and bring it. The next emergency visit is ${s.when}, ${s.price} for the visit itself.
C: {Before noon? Interview's at three. Well, whatever you have.|And they can glue it, right?}
R: ${s.staff} will tell you. Shall I book ${s.when}?
C: Yes. ${s.full}. {Spelled like it sounds.|${s.spelled}, if you need it.}
R: It's booked. ${s.bye}`,
  },
  crown_off_polite: {
    outcome: 'emergency',
    booking: 'book',
    services: ['svc_emergency'],
    lead: [1, 3],
    notes: () => 'Crown came off, patient has it. No pain.',
    summary: (s) => `${s.full}'s crown came off while flossing; no pain. Emergency visit on ${s.when} to put it back.`,
    script: (s) => `
R: ${s.hello}
C: Hello, it's nothing terrible. {I was flossing and the crown just, pop.|My crown's in a teacup.}
R: I'm sorry. Is the tooth below it sensitive?
C: {A little, when I breathe in.|Not at all, it had a root canal.} It's an old one, {from the nineties|older than you are}.
R: ${s.when} I have a short emergency visit, with ${s.staff}. Please bring the crown, and don't use glue from the hardware store.
C: {My late husband did that once. Superglue!|Ha, I was thinking about it.}
R: {We hear that more often than you'd think.|Please don't.} So ${s.when}, ${s.full}?
C: {Yes please. Thank you, dear.|I'll be there.}`,
  },
};
