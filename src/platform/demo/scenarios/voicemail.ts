import type { Scenarios } from './types.ts';

/** Messages on the answering machine. The machine promises a callback only if its script does. */
export const VOICEMAIL: Scenarios = {
  vm_move_request: {
    outcome: 'voicemail',
    status: 'voicemail',
    summary: (s) => `Voicemail: ${s.full} asks whether next week's appointment can be in the afternoon instead.`,
    script: (s) => `
R: You've reached ${s.team}. All lines are busy. Please leave a message after the tone.
~ 2
C: Hi, {it's ${s.full},|this is ${s.first}, ${s.first} ${s.last},} um, I have something with you next week, in the morning, and I was wondering if there's any way to {do the afternoon|make that after lunch}? If not, no big deal, I'll just, {I'll make it work.|I'll come anyway.} Thanks. Bye.`,
  },
  vm_call_me_back: {
    outcome: 'voicemail',
    status: 'voicemail',
    summary: (s) =>
      `Voicemail: ${s.full} asks for a call back about a bill, number given. Sounds annoyed; it is the second message.`,
    script: (s) => `
R: You've reached ${s.team}. All lines are busy. Please leave a message after the tone, and we'll call you back.
~ 2
C: Yes, this is ${s.full}, {again.|calling for the second time.} I left a message last week about my bill and nobody called. My number is ${s.phone}. {I'll say it again.|Once more, slowly:} ${s.phone}. {Please call me back.|I'd appreciate a call. Today, if possible.}`,
  },
  vm_pain_rambling: {
    outcome: 'voicemail',
    status: 'voicemail',
    summary: (s) =>
      `Voicemail: ${s.full} has a sore spot under the denture since a wedding at the weekend and will try again; not urgent.`,
    script: (s) => `
R: You've reached ${s.team}. Please leave a message after the tone.
~ 2
C: Hello, this is ${s.first}. {So, we were at my niece's wedding, lovely wedding, and there was this brisket,|It's nothing urgent. It's only that at the wedding on Saturday there were these almonds,} and ever since I've got a sore spot under the, you know, under the plate. On the left. My left. {Harold says rinse with salt water. I rinsed with salt water.|I put a bit of cotton there.} Anyway, it's no emergency, don't send the cavalry. I'll try again tomorrow. How do I hang this... Harold, how do I...`,
  },
  vm_garbled: {
    outcome: 'voicemail',
    status: 'voicemail',
    summary: () => 'Voicemail: mostly wind noise; only "thank you" and half a number were understood.',
    script: (s) => `
R: You've reached ${s.team}. Please leave a message after the tone.
~ 2
C: [wind] ...if you could just... [wind] ...five five five, oh one... [inaudible] ...thank you, thank you so much.`,
  },
  vm_delivery: {
    outcome: 'voicemail',
    status: 'voicemail',
    summary: (s) =>
      `Voicemail from a courier: two boxes from the dental laboratory were left with the bakery next to ${s.address}.`,
    script: (s) => `
R: You've reached ${s.team}. Please leave a message after the tone.
~ 2
C: {Delivery.|Yeah, hi, delivery for the dentist.} Nobody's opening, so I'm leaving two boxes with the bakery downstairs. {Says "fragile, laboratory work".|From a lab, it's marked fragile.} The lady there signed for it. {Bye.|Okay, have a good one.}`,
  },
  vm_school_form: {
    outcome: 'voicemail',
    status: 'voicemail',
    summary: (s) => `Voicemail: ${s.full} needs a dental form for camp by Friday and asks for it by e-mail.`,
    script: (s) => `
R: You've reached ${s.team}. All lines are busy. Please leave a message after the tone.
~ 2
C: Hey, ${s.full} here. {The camp wants a dental form. By Friday. Of course by Friday.|I need that form for camp, the dental one.} Could you e-mail it? ${s.email}. That's, letter by letter, {oh, you have it on file.|no, you know what, you have it.} {Thanks a million!|Thank you, bye!}`,
  },
};
