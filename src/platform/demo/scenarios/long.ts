import type { Scenarios } from './types.ts';

/** A call with more than 120 turns, for paginated reading of a transcript. */
export const LONG: Scenarios = {
  long_estimate: {
    outcome: 'callback_promised',
    summary: (s) =>
      `${s.full} went through a six-page estimate line by line, compared it with two insurance plans and talked about her family. Open: why page four charges two X-rays, and whether the $50 credit of last year still counts. Gloria Pennington is to call back.`,
    script: (s) => `
R: ${s.hello}
C: Hello, is this the dentist?
R: Yes, this is ${s.team}. I'm ${s.me}.
C: Good. I have a paper here from you. Six pages.
R: What kind of paper is it?
C: It says "estimate". With the line over the, no, that's a coffee stain.
R: I see. And do you have a question about it?
C: I have about forty. Do you have time?
R: I do. Please go ahead.
C: My daughter says I talk too much. She lives in Tucson.
R: Take all the time you need.
C: All right. Page one. My name is wrong.
R: I'm sorry. How is it written?
C: Tilman, with one L. It's two. ${s.spelledOut}.
R: Two Ls. I've noted it.
C: And "Beverley" with an E Y. It's just L Y.
R: Beverly with L Y.
C: Nobody ever gets it right. On my wedding cake it was wrong.
R: On the cake?
C: In pink. We ate that part first. Anyway. Page two.
R: Page two.
C: "Comprehensive exam". How much is that, I can't read the last digit.
R: A new patient exam with X-rays is ${s.cost('svc_new_patient')}.
C: So it's a nine. I thought it was a four.
R: It's a nine.
C: And do I have to have that? I'm not new. I came in, when was it, when the bridge was closed.
R: I don't know when that was. If you've been here within three years, the dentist decides.
C: The bridge was closed for ages. Write down a question mark.
R: A question mark at the exam.
C: Good. Next line. "Bitewings, four".
R: Those are small X-rays of the back teeth.
C: It sounds like a bat.
R: It does, a little.
C: My late husband kept bats. In the barn. Not on purpose.
R: I see. Is there a price on that line?
C: There's a dash.
R: A dash means that it's included.
C: Then why write it? All right. Next: "prophylaxis".
R: That is the cleaning, ${s.cost('svc_cleaning')}.
C: Why can't they say cleaning?
R: I'll pass that on.
C: Do. Page three. Wait, I need my other glasses.
~ 25
C: Are you still there?
R: I'm still here.
C: They were on my head.
R: That happens.
C: Page three. "Crown, number three". Do I get three crowns?
R: It's probably tooth number three. The teeth have numbers, from one to thirty-two.
C: So it's one crown, on tooth three?
R: That's how I would read it. One crown is ${s.cost('svc_crown')}.
C: Eleven hundred eighty. For one tooth.
R: That includes the temporary and the permanent one.
C: My first car was eleven hundred. It had a radio.
R: What kind of car was it?
C: A Plymouth. Green. Are you allowed to ask that?
R: I am.
C: Well. It says "core buildup" under it. What's that?
R: A filling under the crown, if too little of the tooth is left. The dentist can explain it better.
C: Two hundred and ten dollars. Is there a lot of my tooth left?
R: I can't see your teeth.
C: No, I suppose not. Put another question mark.
R: At the core buildup. That's two.
C: Now, insurance. I have two. Can one have two?
R: Some people do. Which ones?
C: Harbor Mutual from me, and Pinecrest from Walter. He's been gone four years but they still send the card.
R: I'm sorry about your husband. The office has to check whether that one is still valid.
C: It's got a nice picture of a tree. The number is ${s.digits('301 775')}, then a dash, ${s.digits('02')}.
R: ${s.digits('301 775')}, dash, ${s.digits('02')}. And Harbor Mutual?
C: H M ${s.digits('0091 3360 12')}.
R: H M ${s.digits('0091 3360 12')}.
C: Or twenty-one. It's worn off.
R: Could you look on a letter from them?
C: I'd have to get up. Let's say twelve.
R: I'll note that the end is uncertain.
C: You're careful. I like that.
R: Thank you. Shall we go on with page three?
C: Is that the doorbell? One second.
~ 48
C: It was the neighbor with my mail. He always reads the postcards first.
R: Do you want to continue?
C: Yes. Page four. "Periapical, first" and then again "periapical, first".
R: The same line twice?
C: The same line twice. Twenty-eight dollars and twenty-eight dollars.
R: That may be two X-rays, or it may be a mistake.
C: Which is it?
R: I don't know. That would be a question for the office.
C: Then that's not a question mark, that's an exclamation mark.
R: I've marked it with an exclamation mark.
C: You can do that?
R: I can.
C: Ha. Page five is all small print.
R: That's the general conditions.
C: "The estimate is valid for ninety days." From when?
R: From the date at the top of page one.
C: There's the coffee stain on that.
R: Can you see a month?
C: It ends in "ber".
R: That leaves four of them.
C: You're funny. Are you from here?
R: I'm a computer program, so I'm not really from anywhere.
C: I'd have said Ohio.
R: I'll take that as a compliment.
C: It is. My sister married into Ohio. Dolores. You'd like her.
R: I'm sure. Is there something on page six?
C: Page six is the total, and I don't agree with it.
R: What does it say?
C: One thousand, seven hundred, sixty-four.
R: And what do you get?
C: I had a calculator somewhere. One thousand, seven hundred and thirty-six without the second X-ray.
R: That's exactly twenty-eight less. I agree.
C: See? I was a bookkeeper. Thirty-one years.
R: It shows.
C: Also, last year you gave me a credit. Fifty dollars, because the heating was broken.
R: I can't see credits. Do you have it in writing?
C: Gloria said so. With the long hair. She was wearing a coat indoors.
R: Gloria Pennington is the practice manager. I'll ask her about it.
C: So without the X-ray and with the credit it's sixteen eighty-six.
R: One thousand, six hundred, eighty-six. I've noted your calculation.
C: And can I pay it in pieces?
R: Over six months without interest, yes. You fill in a page at the desk.
C: Sixteen eighty-six by six. That's two eighty-one.
R: Exactly two eighty-one.
C: It comes out even! That's a sign.
R: Perhaps it is.
C: All right. So who calls me?
R: Gloria Pennington will call you back about the two X-rays, the credit, and the question marks.
C: When? I have my show at four.
R: I'll write: not at four.
C: And not Thursday, I'm at the foot doctor.
R: Not Thursday. Is ${s.phone} right?
C: Yes. Let it ring. I keep the phone in the kitchen.
R: I'll tell her to let it ring.
C: You've been very patient. Do they pay you enough?
R: They don't pay me at all.
C: That's what my daughter says about her job. Well. The soup's on.
R: Then I won't keep you. ${s.bye}
C: Bye, dear. How do I... there it is.`,
  },
};
