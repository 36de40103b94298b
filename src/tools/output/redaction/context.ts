/** Words around a number that classify it, in English, Spanish, German and French. */

/** Maximum distance between such a word and the number, in characters. */
const MAX_DISTANCE = 70;

/** Creates a function that returns the position of the last occurrence near the end of a text; -1 if there is none. */
const lastIndex = (pattern: RegExp) => (before: string) => before.slice(-MAX_DISTANCE).search(pattern);
const endsNear = (pattern: RegExp) => (before: string) => pattern.test(before.slice(-MAX_DISTANCE));
/** Matches the last occurrence of the words only. */
const lastOccurrence = (words: string) => new RegExp(`\\b(?:${words})(?!.*\\b(?:${words}))`, 'isu');

const NUMBER = '(?:\\s*(?:numbers?|no\\.?|nr\\.?|nummer|num[ée]ro|n[úu]mero|id|code|#))?';
const BETWEEN =
  'is|its|it’s|it.s|are|in|with|by|the|my|ends?|ending|ist|lautet|es|est|uh|um|er|okay|ok|yes|yeah|sure|and';
/** Matches words directly before a number, with at most filler such as `number is` in between. */
const introducedBy = (words: string) =>
  endsNear(new RegExp(`\\b(?:${words})${NUMBER}(?:[\\s,.:;?…-]|\\b(?:${BETWEEN})\\b)*$`, 'iu'));

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

const lastAccountIndex = lastIndex(lastOccurrence(ACCOUNTS));
const lastPhoneIndex = lastIndex(lastOccurrence(PHONES));

export const mentionsCard = endsNear(
  /\b(?:cards?|visa|master\s?card|amex|american express|discover|maestro|debit|credit|karte|kreditkarte|tarjeta|carte)\b/iu,
);
export const mentionsSocialSecurity = endsNear(
  /\b(?:social(?:'s|’s|s)?|ssn|sozialversicherung\w*|seguridad social|s[ée]curit[ée] sociale)(?! media)\b/iu,
);
export const mentionsPhone = endsNear(new RegExp(`\\b(?:${PHONES}|${NUMBERS})`, 'iu'));
/** True if an account was mentioned after any telephone. */
export const mentionsAccountLast = (before: string) => lastAccountIndex(before) > lastPhoneIndex(before);
/** True directly before a short number of an account or a policy. */
export const introducesAccount = introducedBy(ACCOUNTS);
/** True after letters that are read out, as before the digits of a member number. */
export const endsWithSpelledLetters = endsNear(/(?<![\p{L}'’])\p{L}[\s,.]+\p{L}[\s,.]+(?:and then|then)?[\s,]*$/u);
export const introducesCode = endsNear(
  /\b(?:cvc2?|cvv2?|cvn|cid|(?:security|card|verification) code|on the back|(?:three|four|3|4)[\s-]digits?|pr[üu]fziffer\w*|sicherheitscode|c[óo]digo de seguridad|cryptogramme|code de s[ée]curit[ée]|pin)\b/iu,
);
export const introducesExpiry = endsNear(
  /\b(?:expir\w*|exp\b|valid (?:thru|through|until|to)|good (?:thru|through|until)|g[üu]ltig bis|ablauf\w*|vence|caduca|vencimiento|fin de validit[ée])[^!?]{0,20}$/iu,
);
/** True directly before the number of a record, which must not be masked, so that it stays usable. */
export const introducesRecord = introducedBy(RECORDS);
/** True directly after a number that is a quantity. */
export const startsWithUnit = (after: string) =>
  /^[\s,-]*(?:dollars?|bucks|cents?|euros?|pounds?|percent|prozent|por ciento|pour cent|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|people|patients|visits|miles?|feet|mg|ml|mm|cm|km|kg|thousand|million|o['’]?clock|a\.?m\b|p\.?m\b|uhr|stunden|minuten|horas|minutos|heures)/iu.test(
    after,
  );
