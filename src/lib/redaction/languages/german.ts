import type { Language } from './language.ts';

export const german: Language = {
  units: 'null eins zwei drei vier funf sechs sieben acht neun',
  teens: 'zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
  tens: 'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig',
  digits: { zwo: '2', ein: '1', fuenf: '5' },
  hundreds: {},
  ambiguous: 'ein',
  conjunctions: 'und',
  repeats: { doppel: 2, doppelt: 2, doppelte: 2, zweimal: 2, dreifach: 3, dreimal: 3, viermal: 4 },
  fillers:
    'und ah aeh ahm also dann strich moment so ja nein genau mal die warten sie bitte noch jetzt komma schragstrich',
  letters: '',
  at: 'at klammeraffe',
  weakAt: 'bei',
  dot: 'punkt',
  signs: 'unterstrich bindestrich minus strich plus',
  emailIntroductions: 'ist lautet adresse mail e-mail email an und oder unter genau',
  notNames: 'sie uns mich ihn ihm webseite seite adresse',
  cardPattern: 'karten?|kreditkarten?|kk|ec|girocard|[a-zäöü]*karten?-?(?:nr|nummer)?',
  codePattern:
    'pr[üu]f(?:z|ziffer\\w*|nummer\\w*)|sicherheits(?:code|nummer)|kartenpr[üu]fnummer|(?:drei|3) (?:zahlen|ziffern|stellen)|r[üu]ckseite',
  expiryPattern: 'g[üu]ltig(?: bis)?|ablauf\\w*|l[äa]uft ab|verf[äa]llt',
  accountPattern:
    'konto(?:-?n(?:umme)?r)?|bankleitzahl|blz|versicherten(?:-?n(?:umme)?r)?|versicherungs?(?:nummer|schein)?|vers|police|krankenkasse|mitgliedsnummer',
  socialPattern: 'sozialversicherung\\w*|rentenversicherung\\w*|sv-?n(?:umme)?r|svnr',
  identityPattern:
    'steuer-?(?:id|nummer|identifikations\\w*)|(?:personal)?ausweis\\w*|reisepass\\w*|f[üu]hrerschein\\w*',
  phonePattern:
    'telefon\\w*|handy\\w*|mobil\\w*|rufnummer|r[üu]ckruf|festnetz|vorwahl|anruf\\w*|rufen|zur[üu]ckrufen|erreich\\w*|durchwahl',
  numberPattern: 'nummern?|nr',
  recordPattern:
    'buchung\\w*|bestell\\w*|auftrag\\w*|rechnung\\w*|lieferschein\\w*|vorgang\\w*|aktenzeichen|kundennummer|zimmer|plz|postleitzahl|postfach|raum|artikel\\w*|charge|sendung\\w*|z[äa]hler\\w*',
  linkPattern: 'ist|lautet|war|die|der|das|meine|ihre|also|bitte|n(?:umme)?r|ja|nein|von|unter',
  unitPattern: 'prozent|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|uhr|personen|kilometer|meter|grad',
};
