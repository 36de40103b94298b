import type { Language } from './language.ts';

export const english: Language = {
  units: 'zero one two three four five six seven eight nine',
  teens: 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
  digits: { oh: '0', o: '0', nought: '0', nil: '0', niner: '9' },
  hundreds: {},
  hundred: 'hundred',
  ambiguous: 'o',
  conjunctions: '',
  repeats: { double: 2, twice: 2, triple: 3, treble: 3, quadruple: 4 },
  fillers:
    'uh huh uhm um umm er erm ehm eh ah hm hmm mm mhm like so okay ok right then and wait sorry no yes yeah dash hyphen ' +
    'space slash pause comma next go on hold hang let me see well actually now its thats',
  letters: '',
  at: 'at',
  dot: 'dot',
  signs: 'underscore dash hyphen minus plus',
  emailIntroductions: "is it's its it’s email e-mail mail address to at are was or and me",
  notNames:
    'us me him her them it you was were be been am work works look visit is are find online website webpage page site ' +
    'store go buy email e-mail mail address book booked pay order register sign up log in home here there meet that',
  cardPattern: 'cards?|visa|master\\s?card|mc|cc#?|amex|american express|discover|diners|maestro|debit|credit',
  codePattern:
    'cvc2?|cvv2?|cvn|cid|(?:security|card|verification) code|on the back|(?:three|four|3|4)[\\s-]digits?|pin',
  expiryPattern: 'expir\\w*|exp|valid (?:thru|through|until|to)|good (?:thru|through|until)',
  accountPattern:
    'accounts?|acct|routing|iban|sort code|member(?:ship)?|subscriber|policy|insurance|group|medicaid|medicare',
  socialPattern: "social(?:'s|’s|s)?(?! media)|ssn|ss#|soc sec",
  identityPattern:
    "passport|(?:driver'?s |driving )?licen[cs]e|national insurance|ni n(?:umber|o)|nino|tax (?:id|number)|national id",
  phonePattern:
    'phone|telephone|tel|cell|mobile|call(?:ing|s|ed)?|cb|reach|text|fax|dial|whats\\s?app|area code|contact',
  numberPattern: 'numbers?(?! of|\\])',
  recordPattern:
    'bookings?|appointments?|confirmation|reservation|reference|ref|order|ticket|case|invoice|claim|gift card|tracking|' +
    'serial|room|suite|unit|apartment|apt|tooth|teeth|build|version|pipeline|flight|protocol|job|rma|po|sku|item|part|model|meter|batch|zip|post(?:al)? code',
  linkPattern:
    'is|its|it’s|it.s|are|in|with|by|the|my|your|you|gave|me|was|that|ends?|ending|uh|um|er|okay|ok|yes|yeah|sure|and|please',
  unitPattern:
    "dollars?|bucks|cents?|euros?|pounds?|percent|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|people|patients|visits|miles?|feet|mg|ml|mm|cm|km|kg|thousand|million|o['’]?clock|a\\.?m\\b|p\\.?m\\b",
};
