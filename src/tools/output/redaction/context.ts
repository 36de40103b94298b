/** Words around a number that say what it is, in English, Spanish, German and French. */

/** How far before a number such a word may stand, in characters. */
const NEAR = 70;

/** Where a word last stands near the end of a text, counted from its near part's begin; -1 when it does not. */
const last = (pattern: RegExp) => (before: string) => before.slice(-NEAR).search(pattern);
const near = (pattern: RegExp) => (before: string) => pattern.test(before.slice(-NEAR));
/** `p` is not found again after it was found. */
const final = (words: string) => new RegExp(`\\b(?:${words})(?!.*\\b(?:${words}))`, 'isu');

const NUMBER = '(?:\\s*(?:numbers?|no\\.?|nr\\.?|nummer|num[ée]ro|n[úu]mero|id|code|#))?';
const BETWEEN =
  'is|its|it’s|it.s|are|in|with|by|the|my|ends?|ending|ist|lautet|es|est|uh|um|er|okay|ok|yes|yeah|sure|and';
/** Directly before a number, with no more between than `number is`. */
const introduced = (words: string) => {
  const pattern = new RegExp(`\\b(?:${words})${NUMBER}(?:[\\s,.:;?…-]|\\b(?:${BETWEEN})\\b)*$`, 'iu');
  return (before: string) => pattern.test(before.slice(-NEAR));
};

const ACCOUNTS =
  'accounts?|acct|routing|iban|sort code|member(?:ship)?|subscriber|policy|insurance|group|medicaid|medicare|passport|' +
  'licen[cs]e|konto(?:nummer)?|bankleitzahl|blz|versicherten(?:nummer)?|versicherung|cuenta|p[óo]liza|compte|assurance';
const PHONES =
  'phone|telephone|cell|mobile|call(?:ing|s|ed)?|reach|text|fax|dial|telefon\\w*|handy\\w*|rufnummer|r[üu]ckruf|tel[ée]fono|' +
  'm[óo]vil|celular|ll[áa]m\\w*|t[ée]l[ée]phone|portable|rappel\\w*';
const NUMBERS = 'numbers?(?! of|\\])|nummer|n[úu]mero|num[ée]ro';
const RECORDS =
  'bookings?|appointments?|confirmation|reservation|reference|ref|order|ticket|case|invoice|claim|gift card|tracking|' +
  'serial|room|suite|unit|apartment|apt|tooth|teeth|buchung\\w*|bestell\\w*|auftrag\\w*|rechnung\\w*|' +
  'reserva|pedido|factura|commande|facture';

const lastAccount = last(final(ACCOUNTS));
const lastPhone = last(final(PHONES));

export const isCard = near(
  /\b(?:cards?|visa|master\s?card|amex|american express|discover|maestro|debit|credit|karte|kreditkarte|tarjeta|carte)\b/iu,
);
export const isSocial = near(
  /\b(?:social(?:'s|’s|s)?|ssn|sozialversicherung\w*|seguridad social|s[ée]curit[ée] sociale)(?! media)\b/iu,
);
export const isPhone = near(new RegExp(`\\b(?:${PHONES}|${NUMBERS})`, 'iu'));
/** An account is what was spoken of last, not a telephone. */
export const isAccount = (before: string) => lastAccount(before) > lastPhone(before);
/** Right before a short number: it belongs to an account or a policy. */
export const introducesAccount = introduced(ACCOUNTS);
/** Letters that were read out, as those before the digits of a member number. */
export const spelledOut = near(/(?<![\p{L}'’])\p{L}[\s,.]+\p{L}[\s,.]+(?:and then|then)?[\s,]*$/u);
export const introducesCode = near(
  /\b(?:cvc2?|cvv2?|cvn|cid|(?:security|card|verification) code|on the back|(?:three|four|3|4)[\s-]digits?|pr[üu]fziffer\w*|sicherheitscode|c[óo]digo de seguridad|cryptogramme|code de s[ée]curit[ée]|pin)\b/iu,
);
export const introducesExpiry = near(
  /\b(?:expir\w*|exp\b|valid (?:thru|through|until|to)|good (?:thru|through|until)|g[üu]ltig bis|ablauf\w*|vence|caduca|vencimiento|fin de validit[ée])[^!?]{0,20}$/iu,
);
/** Right before a number: it names a record, which must stay usable. */
export const introducesRecord = introduced(RECORDS);
/** Right after a number: it counts something. */
export const counts = (after: string) =>
  /^[\s,-]*(?:dollars?|bucks|cents?|euros?|pounds?|percent|prozent|por ciento|pour cent|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|people|patients|visits|miles?|feet|mg|ml|mm|cm|km|kg|thousand|million|o['’]?clock|a\.?m\b|p\.?m\b|uhr|stunden|minuten|horas|minutos|heures)/iu.test(
    after,
  );
