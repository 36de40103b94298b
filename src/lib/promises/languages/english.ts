import { anyOf, type PromiseLanguage } from './language.ts';

const WILL =
  "(?:\\bwill|'ll|\\bshall|\\bgonna|(?<!not |n't )\\bgoing to|(?:\\b(?:is|are|am)|'s|'re|'m) (?:due|set|supposed) to)\\b";
/** A promise in the future, or announced by the speaker. */
const PROMISE = `(?:${WILL}|\\blet me\\b)`;
const GAP = "(?:(?!\\b(?:not|never)\\b|n't).){0,80}?\\b";
const NOUNS =
  '(?:quote|quotation|estimate|proposal|pricing|price list|written price|price in writing|written offer)s?\\b';
const MONEY = '(?:money|refund|deposit|amount|payment|charge|overpayment|reimbursement)';
const STAFF =
  '(?:office|desk|reception|receptionist|staff|team|manager|management|owner|billing|accounting|accounts|department|' +
  'someone|somebody|dentist|doctor|dr\\.? \\w+|nurse|technician|agent|specialist|representative|we|practice|clinic|shop|' +
  'garage|workshop|salon|hotel|restaurant|scheduler|sales|hygienist|plumber|lawyer|attorney|coordinator)';
const REACH = '(?:call|ring|phone|telephone|contact|get back|reach out|follow up|return)';
const PLACE = '(?:office|shop|store|salon|practice|clinic|desk|restaurant|garage|studio)';
/** What is closed is another thing than the business, or the business only for a break. */
const NOT_THING = '(?! (?:your|the|this|that|it|out|an?|my|our|for lunch|on (?:your|the(?! \\d)))\\b)';

const BEFORE_HOUR = {
  ...{ 'half past': 30, 'quarter past': 15, 'quarter after': 15, 'quarter to': -15 },
  ...{ 'five past': 5, 'ten past': 10, 'twenty past': 20, 'five to': -5, 'ten to': -10, 'twenty to': -20 },
};
const AFTER_HOUR = { ten: 10, fifteen: 15, twenty: 20, thirty: 30, 'forty-five': 45, forty: 40, fifty: 50 };

const FIRST_DAYS = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
const DAY_NUMBERS = [
  ...FIRST_DAYS,
  ...'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  ),
  ...FIRST_DAYS.map((day) => `twenty[- ]${day}`),
  ...['thirtieth', 'thirty[- ]first'],
];

/** Ends a place on a list of those who get what becomes free. */
const WAITING_LIST =
  '(?:\\w+ ){0,4}?(?:wait(?:ing)?[ -]?list|(?:cancellations?|stand-?by|short[- ]notice) list|list for (?:cancellations|cancelled))\\b';

export const english: PromiseLanguage = {
  tag: 'en',
  hint: 'list|call|ring|phone|contact|touch|reach|hear|back|buzz|shout|follow|again|quot|estimat|proposal|pric|offer|refund|reimburs|credit|revers|return|paid|money|deposit|amount|payment|charge|book|schedul|reserv|appoint|slot|spot|visit|you (?:in|down|on|to)|pencil',
  spoken: {
    callback: [
      `${WILL} ${GAP}(?:call|ring|phone|telephone|contact|reach)(?:ing)? you\\b(?! (?:an?|the) (?:ambulance|taxi|cab|uber))`,
      `${WILL} ${GAP}(?:calls|rings|phones|contacts|reaches|gets back to|reaches out to) you\\b`,
      '\\b(?:calls|rings|phones) you (?:back|when|once|as soon as|tomorrow|today|tonight|this|on|by|within)\\b',
      `${WILL} ${GAP}give (?:you|him|her) (?:a|another) (?:\\w+ ){0,2}(?:call|ring|buzz|shout|bell|callback)\\b`,
      `${WILL} ${GAP}(?:get(?:ting)? back (?:to|with) you|(?:get|be) in touch|reach(?:ing)? out|follow up with you|return(?:ing)? your call|try you again|let you know by phone|(?:call|ring|phone) back|callback)\\b`,
      `${WILL} (?:ask|have|get|tell) (?:him|her|them|someone|somebody) (?:to )?(?:call|ring|phone)\\b`,
      `\\blet me ${GAP}(?:(?:call|ring|phone) you|get back to you|call back)\\b`,
      `\\byou(?:'ll| will|'re going to| can| should) ${GAP}(?:hear (?:back )?from (?!you)|(?:get|receive|have|expect) (?:a|another|his|her|our|their|the) (?:\\w+ ){0,2}(?:call|callback)\\b(?! (?:from|by) (?:the )?(?:robot|scam))|be (?:called|contacted|phoned)\\b)`,
      '\\bexpect (?:a|his|her|our|their|the) (?:\\w+ ){0,2}(?:call|callback)\\b',
      '\\b(?:scheduled|arranged|set up|booked|logged|put in|placed|created) (?:you )?(?:a|the|your) (?:\\w+ )?(?:call ?back|return call)\\b',
    ],
    quote: [
      `${PROMISE} ${GAP}(?:send|sends|sending|shoot|e-?mail|mail|text|get|prepare|put together|draw up|write up|work out|work up|provide|forward|have|give|receive) .{0,50}?\\b${NOUNS}`,
      `${WILL} ${GAP}(?:back (?:to you )?|call (?:you )?(?:back )?)with (?:a|an|the|your) (?:\\w+ )?(?:price|${NOUNS})`,
      `\\b${NOUNS}(?: \\w+){0,4} (?:will|'ll|is going to|should) (?:be|come|go|follow|reach|arrive|get)\\b`,
    ],
    refund: [
      `${PROMISE} ${GAP}(?:refund|reimburse)\\b(?: (?:you|the|your|it|that|half|this|all|everything|what))`,
      `${PROMISE} ${GAP}(?:issue|process|send|arrange|start|initiate|give|put through|make|get) .{0,40}?\\b(?:refund|refunded|reimbursed|reimbursement|money back|credit note)\\b(?! request)`,
      `${PROMISE} ${GAP}(?:credit (?:you|your)|reverse (?:the|that|your)|(?:return|pay back) (?:the|your) ${MONEY})\\b`,
      `\\byou(?:'ll| will|'re going to| should) ${GAP}(?:get|receive|have|see|be) .{0,40}?\\b(?:refund|refunded|money back|reimburse\\w*|credited|amount back|deposit back|payment back)\\b`,
      `\\b${MONEY}(?: \\w+){0,4}? (?:will|is going to|should) (?:be (?:refunded|returned|credited|reimbursed|paid back|reversed|sent|processed|issued|back|in your|on your)|be on its way|go|come|arrive|show up|reach|appear|land)\\b`,
      '\\b(?:will|should) be back (?:on|in) your (?:card|account)\\b',
      `\\b(?:money|refund|deposit|amount) (?:goes|comes|gets|arrives)\\b.{0,60}?\\b(?:days?|weeks?|card|account)\\b`,
    ],
    booking: [
      `${PROMISE} ${GAP}(?:book|schedule|reserve) (?:you|that|it|this|her|him|them|the|an?|your)\\b(?! (?:call ?back|call|refund))`,
      `${PROMISE} ${GAP}(?:put|pencil|get|fit|squeeze|slot) (?:you|her|him|them) (?:in|down(?! (?:on|for) ${WAITING_LIST})|booked|scheduled|on the (?:schedule|calendar|books)|(?:an?|the) (?:appointment|slot))\\b`,
      `${PROMISE} ${GAP}(?:make|set up|arrange|find|confirm|get|hold|save|secure|block) (?:you )?(?:an?|the|that|your) (?:\\w+ ){0,2}(?:appointment|slot|spot|visit|booking|reservation)\\b`,
      `${PROMISE} ${GAP}(?:add|put) you (?:to|on) .{0,20}?\\b(?:schedule|calendar|books)\\b`,
      `\\byou(?:'ll| will) be (?:booked|scheduled)\\b`,
      `\\b(?:appointment|booking|reservation)(?: \\w+){0,3} will be (?:made|booked|scheduled|confirmed|set)\\b`,
    ],
    waiting_list: [
      `${PROMISE}(?! (?:i|we)\\b) ${GAP}(?:put|add|place|enter|get|keep|note|pop) (?:you|him|her|them|your \\w+|both) .{0,40}?${WAITING_LIST}`,
      `${PROMISE} ${GAP}(?:waitlist|wait-list) (?:you|him|her|them|your \\w+)\\b`,
      `(?<!\\b(?:shall|should|can|could|may|might|would|did|do|if|whether|when|unless|until|before) )\\b(?:i|we)(?: have|'ve| am|'m| are|'re)?(?: just| now| also)? (?:put|putting|adding|added|placed|placing|entered|add|waitlisted) (?:you|him|her|them|your \\w+|both)\\b(?:.{0,40}?${WAITING_LIST}|(?<=waitlisted .{1,20}))`,
      `\\b(?:you|she|he|they|your \\w+)(?:'ll| will)(?: then| now)? (?:be|go|get|stay) (?:\\w+ ){0,3}?(?:on|onto|to) ${WAITING_LIST}`,
      `\\byou(?:'re| are) (?:now (?:\\w+ ){0,3}?on|on) ${WAITING_LIST}(?: now)?(?<=\\bnow\\b.*)`,
    ],
  },
  reported: {
    callback: [
      `\\b(?:promised|owed) (?:\\w+ ){0,2}(?:call ?back|call|return call)\\b`,
      `\\bpromised ${GAP}would (?:${REACH}|be in touch)\\b`,
      `\\b(?:call ?back|call|return call)(?: (?:back )?(?:from|by|with) [^,;]{1,60}?)?(?:,|;|) ?(?:was |is |has been |were )(?:promised|scheduled|arranged|agreed|due)\\b`,
      '\\b(?:call ?back|return call)\\b[^.]{0,40}; promised\\b',
      `\\b${STAFF}(?: \\w+){0,3}? (?:will|to|is to|are to|is going to|should|must|needs? to|has to) (?:\\w+ ){0,4}?${REACH}\\b`,
      `\\b(?:is|are) to (?:.{0,60}?\\b)?(?:${REACH}|be called|be contacted)\\b`,
      `${WILL} ${GAP}(?:call|ring|phone|contact|get back to|follow up with|reach out to) (?:him|her|them|the (?:caller|customer|client|patient|guest)|mr|mrs|ms)\\b`,
      `\\b(?:will|to) be (?:called|contacted|phoned)\\b`,
    ],
    quote: [
      `\\b${NOUNS}(?: \\w+){0,6}? (?:will|is to|to) be (?:sent|e-?mailed|mailed|prepared|provided)\\b`,
      `\\bpromised ${GAP}${NOUNS}`,
      `\\b${NOUNS}(?: [^,;]{1,40}?)? (?:was|is|has been) promised\\b`,
      `(?:\\bwill|\\bis to|\\bare to|\\b${STAFF} to) ${GAP}(?:send|e-?mail|mail|prepare|provide) .{0,60}?\\b${NOUNS}`,
    ],
    refund: [
      `\\brefund\\b(?: [^,;]{1,40}?)? (?:was|has been) promised\\b`,
      `\\bpromised ${GAP}(?:refund|money back|reimbursement)\\b`,
      `\\b(?:refund|reimbursement)(?: [^,;]{1,40}?)? (?:will|is to) be (?:issued|processed|sent|made|paid)\\b`,
      '\\b(?:will|is to|are to|to) be (?:refunded|reimbursed|paid back)\\b',
      '\\brefund is approved and arrives\\b',
    ],
    booking: [
      `\\b${STAFF}(?: \\w+){0,2}? (?:will|to|is to|are to) (?:\\w+ ){0,3}?(?:book|schedule|reserve|arrange|set up|find)\\b .{0,40}`,
      '\\b(?:appointment|visit|booking|reservation)(?: [^,;]{1,40}?)? (?:will|is to) be (?:booked|scheduled|made|arranged|confirmed)\\b',
    ],
    waiting_list: [
      `\\b(?:\\w+ )?(?:was|were|is|has been|have been|will be|is to be|are to be|got) (?:(?!not\\b)\\w+ )?(?:put|placed|added|entered|kept)\\b(?: down)? (?:on|onto|to) ${WAITING_LIST}`,
      `(?<!\\bto )\\b(?:put|placed|added) (?:him|her|them|the (?:caller|customer|client|patient|guest)|(?:mr|mrs|ms)\\.? \\w+) (?:on|onto|to) ${WAITING_LIST}`,
      `\\b(?:promised|agreed|${STAFF} (?:will|is to)) (?:to )?(?:put|place|add) .{0,40}?${WAITING_LIST}`,
    ],
  },
  negation:
    "\\b(?:not|never|no longer|cannot|nobody|no one|unable|without)\\b|n't\\b|^no (?!problem)|\\b(?:who|whether|when|can|could|may|might|would) (?:\\w+ )?$",
  innerNegation: '\\b(?:nobody|no one)\\b',
  conjunctions: 'but|and|so|then',
  conditional:
    "(?<!\\b(?:see|check|ask|know|out|even|wonder|sure|me|you) )\\bif\\b(?! (?:that's|that is|it's|that works|that suits) (?:ok|okay|all right|alright|fine|for you))|\\bin case\\b|^should\\b",
  interrogative:
    '(?:so |and |or |well |okay )?(?:would|shall|should|can|could|may|do|does|did|will|is|are|was|were|has|have|had|what|when|who|which|where|why|how)\\b',
  onceFree:
    '\\b(?:if|when|once) (?:something|anything|someone|somebody|anybody|anyone|there|we (?:get|have)|an?|one|any|the|it|he|she|they|dr)\\b',
  past: '\\b(?:said|told|promised|supposed)\\b.*\\b(?:yesterday|last (?:week|month|time|monday|tuesday|wednesday|thursday|friday)|ago|already|earlier)\\b',
  firstPerson: "\\b(?:i'll|i will|i'm going to|let me)\\b",
  added: '^and\\b|\\b(?:also|as well|in addition)\\b',
  restated:
    '^(?:oh,? )?(?:no|sorry|or)\\b|^(?:(?:okay|ok|well|all right|alright),? )?then\\b|\\bthen[.!]?$|\\b(?:actually|instead|rather|i mean|make that|at the latest|no later than)\\b',
  about:
    'about|(?<=\\b(?:quote|estimate)) for|regarding|concerning|as to|with (?:the|your)(?= (?:\\w+[ -]){0,2}results?\\b)',
  matters: {
    bill: 'bills?|billing|invoices?',
    xray: 'xrays?|radiographs?',
    estimate: 'quotes?|quotations?|estimates?',
    appointment: 'appointments?|bookings?|reservations?',
    insurance: 'insur\\w+|coverage',
    vehicle: 'cars?|vehicles?|autos?',
  },
  roles: {
    doctor: 'dentist|doctor|dr|physician|vet|veterinarian',
    nurse: 'nurse',
    hygienist: 'hygienist',
    therapist: '\\w*therapist',
    stylist: 'stylist|hairdresser|barber',
    technician: 'technician|mechanic|workshop|plumber|electrician',
    lawyer: 'lawyer|attorney',
    manager: 'manager|management|owner|boss|supervisor|director',
    billing: 'billing|accounts|accounting|accountant|bookkeep\\w+',
    reception: 'reception|receptionist|front desk',
    sales: 'sales',
  },
  aside: 'with|when|once|until|till|after|as soon as',
  names:
    '(?:\\b(?:Dr|Mr|Mrs|Ms|Doctor)\\.? (?<titled>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?))|(?:^|[,;:] |\\b(?:have|ask|get|tell|let|and|but|then|so) )(?!(?:I|We|You|He|She|They|It|Someone|Somebody|Everyone|The|Our|My|Your|That|This|There|Reception|Billing|Management|Accounting|Sales|Support|One|Another|And|So|Then|Please)\\b)(?<name>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?)(?=\\x27ll| (?:from \\p{L}+ |in \\p{L}+ )?(?:will|is going to|is gonna|calls|rings|phones|sends|gets|to|call|ring|phone|get|contact|send|e-?mail|follow)\\b)',
  callers: '(?:caller|customer|client|patient|guest)',
  time: {
    days: ['today|end of (?:the )?(?:business )?day|end of business', 'tomorrow', 'day after tomorrow'],
    weekdays: [
      'mondays?|after the weekend',
      'tuesdays?',
      'wednesdays?',
      'thursdays?',
      'fridays?',
      'saturdays?',
      'sundays?|(?:this|over the|on the|at the) weekend',
    ],
    next: 'next',
    months: 'january february march april may june july august september october november december'.split(' '),
    dayNumbers: DAY_NUMBERS,
    isMonthFirst: true,
    dayOfMonth: '(?:on|by|before|until|till|\\w+day),? the (\\d{1,2})(?:st|nd|rd|th)(?! (?:floor|street|avenue))',
    morning: '(?<!good )morning|first thing',
    noon: 'noon|midday|lunch(?:time)?',
    afternoon: '(?<!good )afternoon|after lunch',
    evening: '(?<!good )evening|tonight',
    before: 'before(?: the)?|prior to',
    endOfWeek: 'end of (?:the|this) week|this week|before the weekend|later this week',
    nextWeek: 'next week',
    weekAfterNext: 'week after next',
    fortnight: 'fortnight',
    endOfMonth: 'end of (?:the|this) month|later this month|before the month (?:ends|is (?:over|out))',
    nextMonth: "next month(?!'s)",
    numbers: {
      ...{ 'half an': 0.5, 'a half': 0.5, 'a quarter of an': 0.25, 'three quarters of an': 0.75 },
      ...{ 'one and a half': 1.5, 'two and a half': 2.5 },
      ...{ 'twenty-five': 25, 'thirty-five': 35, 'forty-five': 45, fifty: 50, sixty: 60, ninety: 90 },
      ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
      ...{ eleven: 11, twelve: 12, fifteen: 15, twenty: 20, thirty: 30, forty: 40 },
      ...{
        'twenty-four': 24,
        'forty-eight': 48,
        'couple of': 2,
        few: 3,
        'a couple of': 2,
        'a few': 3,
        fourteen: 14,
      },
    },
    to: 'to|or',
    andHalf: 'and a half',
    minutes: 'minutes?|mins?',
    hours: 'hours?|hrs?',
    dayUnits: 'days?',
    workingDays: '(?:working|business|work) days?',
    weeks: 'weeks?',
    monthUnits: 'months?',
    ahead: '(?:in|within|after|inside|under)(?: about| around| roughly| at most| the next| another)?|the next',
    withinHour: '(?:within|in) the (?:next )?hour',
    soon: 'right away|right back|shortly|in a (?:moment|minute|bit|little while)|immediately',
    closing: `(?:before|by the time|until|till) (?:we|the ${PLACE}) (?:close|shut)s?(?: up)?(?: the ${PLACE})?${NOT_THING}|(?:before|by|until|till) (?:our )?clos(?:ing(?: time| up)?|e of business)${NOT_THING}`,
    clock: `\\b(?:at|by|before|until|till|around|about|no later than|between \\S+(?: [ap]\\.?m\\.?)? and) (?:(?:a )?(?<before>${anyOf(BEFORE_HOUR)}) )?(?<hour>\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:[:.](?<minutes>\\d{2})|[ -](?<after>${anyOf(AFTER_HOUR)})\\b)?(?: o'clock)?(?: ?(?<half>[ap])\\.?m\\b\\.?)?(?![\\s,-]*(?:\\d|\\w+ (?:hours|days|minutes|weeks)|one|two|three|four|five|six|seven|eight|nine|zero|oh\\b|hours|days|minutes|weeks|working|business))`,
    beforeHour: BEFORE_HOUR,
    afterHour: AFTER_HOUR,
  },
};
