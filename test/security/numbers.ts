/**
 * Numbers as they are written and said, for `--redact`. `hidden` are the parts that must not be left; without it, no
 * run of four or more digits (spoken ones included) may be left.
 */
export interface Sensitive {
  text: string;
  /** The mask expected, as far as it is certain. */
  mask?: string;
  hidden?: readonly string[];
}

const card = '[card number]';
const account = '[account number]';
const social = '[social security number]';
const code = '[security code]';
const expiry = '[expiry date]';

/** Masked by `strict`. */
export const SECRETS: readonly Sensitive[] = [
  // Cards, written
  { text: 'Card 4242 4242 4242 4242 please', mask: card },
  { text: '4242424242424242', mask: card },
  { text: 'it is 4242-4242-4242-4242.', mask: card },
  { text: 'Card: 4242, 4242, 4242, 4242', mask: card },
  { text: 'Amex 3782 822463 10005', mask: card },
  { text: 'Diners 30569309025904', mask: card },
  { text: 'Maestro 6759649826438453', mask: card },
  { text: '4222222222222 is an old one', mask: card },
  { text: 'UnionPay 6205500000000000004', mask: card },
  { text: 'my card is 5555.5555.5555.4444', mask: card },
  { text: 'misread card 4242 4242 4242 4241', mask: card },
  { text: 'four two four two 4242 four two four two 4242', mask: card },
  { text: 'Card ４２４２ ４２４２ ４２４２ ４２４２', mask: card, hidden: ['４'] },
  { text: 'بطاقة ٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', mask: card, hidden: ['٤'] },
  { text: '4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣4️⃣2️⃣', mask: card },
  // Cards, spoken
  { text: 'four two four two four two four two four two four two four two four two', mask: card },
  { text: 'Four two four two, four two four two, four two four two, four two four two.', mask: card },
  {
    text: "It's fifty-five fifty-five, fifty-five fifty-five, fifty-five fifty-five, forty-four forty-four",
    mask: card,
  },
  { text: 'fifty five fifty five fifty five fifty five fifty five fifty five forty four forty four', mask: card },
  {
    text: 'double five double five, five five five five, double five double five, double four double four',
    mask: card,
  },
  { text: 'triple five five, double five double five, five five five five, quadruple four', mask: card },
  { text: 'Thirty-seven eighty-two, eight two two, four six three, one triple zero five', mask: card },
  { text: 'four two… uh… four two, um, four two four two, hold on, four two four two, four two four two', mask: card },
  { text: 'four two four two [crackling] four two four two four two four two, okay, four two four two', mask: card },
  { text: 'four oh oh oh oh five six six five five six six five five five six, on the card', hidden: ['oh oh'] },
  { text: 'FOUR TWO FOUR TWO FOUR TWO FOUR TWO FOUR TWO FOUR TWO FOUR TWO FOUR TWO', mask: card },
  { text: 'four-two-four-two four-two-four-two four-two-four-two four-two-four-two', mask: card },
  { text: 'cuatro dos cuatro dos, cuatro dos cuatro dos, cuatro dos cuatro dos, cuatro dos cuatro dos', mask: card },
  {
    text: 'cincuenta y cinco cincuenta y cinco, cincuenta y cinco cincuenta y cinco, cincuenta y cinco cincuenta y cinco, cuarenta y cuatro cuarenta y cuatro',
    mask: card,
  },
  { text: 'vier zwei vier zwei, vier zwei vier zwei, vier zwo vier zwo, vier zwei vier zwei', mask: card },
  {
    text: 'zweiundvierzig zweiundvierzig zweiundvierzig zweiundvierzig zweiundvierzig zweiundvierzig zweiundvierzig zweiundvierzig',
    mask: card,
  },
  {
    text: 'quatre deux quatre deux, quatre deux quatre deux, quatre deux quatre deux, quatre deux quatre deux',
    mask: card,
  },
  {
    text: 'quarante-deux quarante-deux quarante-deux quarante-deux quarante-deux quarante-deux quarante-deux quarante-deux',
    mask: card,
  },
  // Codes and expiry
  { text: 'the CVC is 317', mask: code },
  { text: 'cvv: 1234', mask: code },
  { text: 'and the code on the back is three one seven', mask: code, hidden: ['three one seven'] },
  { text: 'Four-digit code is one two three four', mask: code, hidden: ['one two three four'] },
  { text: 'security code, um, nine oh two', mask: code, hidden: ['nine'] },
  { text: 'Mein PIN ist 4711', mask: code },
  { text: 'Visa 4242 4242 4242 4242 exp 04/29', mask: expiry, hidden: ['04/29'] },
  { text: 'my card expires oh four twenty-nine', mask: expiry, hidden: ['twenty'] },
  {
    text: 'the Visa is four two four two four two four two four two four two four two four two, expires twelve thirty',
    mask: expiry,
    hidden: ['twelve'],
  },
  { text: 'Kreditkarte gültig bis 11/28', mask: expiry, hidden: ['11/28'] },
  // Social security numbers
  { text: 'SSN 987-65-4321', mask: social },
  { text: '987 65 4320', mask: social },
  { text: 'my social is 987654321', mask: social },
  { text: "My social's nine eight seven, six five, four three two one", mask: social },
  { text: 'nine eight seven, sixty-five, forty-three twenty-one', mask: social, hidden: ['sixty', 'forty'] },
  { text: 'last four of my social: 4321', mask: social },
  // Accounts
  { text: 'IBAN DE89 3704 0044 0532 0130 00 bitte', mask: account, hidden: ['DE89', '3704', '00 bitte'] },
  { text: 'GB29NWBK60161331926819', mask: account, hidden: ['NWBK'] },
  { text: 'iban fr14 2004 1010 0505 0001 3m02 606, merci', mask: account, hidden: ['fr14', '3m02'] },
  { text: 'account number 0004 4417 8832', mask: account },
  { text: 'Account: 12345678', mask: account },
  { text: 'my account is zero zero zero four, four four one seven, eight eight three two', mask: account },
  { text: 'Routing is nine nine nine, nine nine nine, nine nine two', mask: account },
  { text: 'routing 999999992, account 9876543210', mask: account },
  {
    text: 'The account ends in, no, the whole thing is zero zero zero four four four one seven eight eight',
    mask: account,
  },
  { text: 'account ending in 8832', mask: account },
  { text: 'member ID W123456789', mask: account, hidden: ['W1'] },
  { text: 'Policy number: AB-99812-X', mask: account, hidden: ['99812'] },
  {
    text: 'Group zero zero five one two, member three zero nine, four nine eight',
    mask: account,
    hidden: ['five one'],
  },
  { text: 'H M one four six, zero two six, one seven three nine', mask: account },
  { text: 'Kontonummer lautet 532013000', mask: account },
  { text: 'mi cuenta es uno dos tres, cero cero nueve, siete siete uno', mask: account, hidden: ['siete'] },
  { text: 'insurance 80840 123 456 789', mask: account },
  { text: 'here: 1234567890123456', hidden: ['1234'] },
  { text: 'nine nine one two, zero zero three four, one one seven eight, four', hidden: ['nine', 'seven'] },
];

/** Masked by `contact` and `strict`. */
export const CONTACTS: readonly Sensitive[] = [
  { text: 'ana.diaz@example.com', mask: 'a…@example.com' },
  { text: 'Write to ANA+dental@mail.example.co.uk, please', mask: 'A…@mail.example.co.uk' },
  { text: 'jürgen@example.de', mask: 'j…@example.de' },
  { text: '<ana@example.com>; bob@example.com', mask: 'b…@example.com', hidden: ['ana', 'bob'] },
  { text: 'naomi at example dot org', mask: '[e-mail] at example dot org', hidden: ['naomi'] },
  { text: 'nora dot fitz at mail dot example dot com', hidden: ['nora', 'fitz'] },
  { text: "it's n, o, r, a at example dot com", hidden: ['n, o'] },
  { text: 'j as in Juliet, a as in Alfa, y at example dot com', hidden: ['Juliet', 'Alfa'] },
  { text: 'nora underscore fitz seven two at example dot com', hidden: ['nora', 'seven'] },
  { text: 'ana punto diaz arroba example punto com', hidden: ['ana', 'diaz'] },
  { text: 'jürgen punkt müller at example punkt de', hidden: ['jürgen', 'müller'] },
  { text: '+12125550123', mask: '+1…0123' },
  { text: '+49 30 901820', mask: '+49…1820' },
  { text: '(212) 555-0123', mask: '…0123' },
  { text: 'call 212-555-0123 or 212.555.0124', hidden: ['212', '555'] },
  { text: 'my number is 555-0123', mask: '…0123' },
  { text: '1-800-555-0199', mask: '…0199' },
  { text: 'Tel. 030 90 18 20', mask: '…1820' },
  { text: '06 12 34 56 78', mask: '…5678' },
  { text: '06.12.34.56.78', mask: '…5678' },
  { text: '0044 20 7946 0018', mask: '…0018' },
  { text: 'two one two, five five five, oh one two three', mask: '…0123' },
  { text: 'two one two five fifty-five oh one twenty-three', mask: '…0123' },
  { text: 'eight hundred, five five five, oh one nine nine', mask: '…0199' },
  { text: 'five one eight, triple five, zero one double four', mask: '…0144' },
  { text: 'five one eight, uh, five five… five, zero one four eight', mask: '…0148' },
  { text: 'My number is five five five. Oh one four eight.', mask: '…0148' },
  { text: 'dos uno dos, cinco cinco cinco, cero uno dos tres', mask: '…0123' },
  { text: 'null drei null, neun null eins acht zwei null', mask: '…1820' },
  { text: 'zéro six douze trente-quatre cinquante-six zéro huit', hidden: ['zéro', 'douze'] },
  { text: 'about my insurance: call 212 555 0123', hidden: ['212', '555'] },
];

/** Left as they are by every level. */
export const ORDINARY: readonly string[] = [
  // Times
  'at 10:30',
  'from 8:30 to 17:00, or 10:30-11:15',
  'nine thirty',
  'I have nine, nine thirty, ten, ten fifteen or eleven forty-five',
  'I have nine, nine thirty, ten, ten thirty, eleven, eleven thirty, twelve, twelve thirty',
  'Wednesday, November 25 at 1 p.m. or Saturday, November 21 at 9 a.m.',
  'open 0830-1730',
  'a las diez y media, a las once, a las doce',
  'um zehn Uhr dreißig oder elf Uhr fünfzehn',
  'à neuf heures trente',
  '2026-12-01T10:00:00-05:00',
  '2026-12-01T15:00:00Z to 2026-12-01T16:00:00.000Z',
  // Dates and years
  '2026-11-20',
  '11/20/2026 and 12/31/26',
  '20.11.2026',
  '20-11-2026',
  'December 3, 2026, 10:30',
  'November twenty-third, twenty twenty-six',
  'born 12 04 1986',
  'since 2019, 2020, 2021 and 2022',
  '2024-2026',
  'two years, March 2024 to March 2026',
  '20261120',
  // Prices and amounts
  '$1,180',
  '$1,180.00, $395 and $129',
  '129 dollars, then 129 dollars again',
  'a hundred twenty-nine, and then, two days later, a hundred twenty-nine again',
  'So eighty-four, eighty-four, one twenty-nine',
  'Sixteen eighty-six by six. That is two eighty-one.',
  '1.250.000 €',
  '1 250 000 euros',
  '12,500 miles',
  'four thousand two hundred and fifty dollars',
  'two, three, maybe four hundred',
  // Places
  '1742 Maple Street, Apartment 12',
  'seventeen forty-two Maple Street',
  'Albany, NY 12207',
  'Albany, NY 12207-1234',
  'zip code one two two oh seven',
  '40.712776, 74.005974',
  'Suite 400, room 12',
  // Amounts, durations, teeth
  'ibuprofen 600 mg, twice in 24 hours',
  '90 minutes and then 30 minutes',
  'teeth 14, 15, 18, 19 and 30',
  'Tooth #14, pockets 5-6 mm',
  'one, two, three, four, five, six, seven, eight',
  'one or two, three at most',
  '1 2 3 4 5 6 7 8',
  'a scale of one to ten, I would say seven or eight',
  'press one, press nine',
  'six months, two weeks, ten days',
  // Identifiers
  'bk_0011 and call_1041',
  'bk_20261120153000',
  'svc_cleaning, 3fa85f64-5717-4562-b3fc-2c963f66afa6',
  '12345678-1234-1234-1234-123456789012',
  'booking 48213977',
  'Your confirmation number is 1234567',
  'invoice no. 20261234567, order #99887766',
  'Gift card BD-2207',
  'calls 1041, 1060, 1069, 1087',
  'version 10.15.7 and 2.4.0',
  'https://example.com/calls/1234567890',
  // Words
  'one of those one-on-one things, one by one',
  'Oh. Oh no. No one, once more.',
  'Meet me at nine at the office dot dot dot',
  'Look at example dot com, or visit us at example dot org',
  'the last four digits would have been enough',
  'Take five! Twenty-four seven.',
  'un momento, uno por uno',
  'Insurance changed in January 2026, card copied.',
  'my social life, and social media',
  'expires in 30 days',
  '12 patients, 24 visits, 36 months',
];
