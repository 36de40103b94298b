import { anyOf, type PromiseLanguage } from './language.ts';

const YOU = '(?:sie|dich|euch)';
const TO_YOU = '(?:ihnen|dir|euch)';
const CALL = '(?:zuruckrufen|zuruckzurufen|anrufen|anzurufen|kontaktieren|zu kontaktieren|melden|zu melden)';
const QUOTE = '(?:angebot|kostenvoranschlag|kostenschatzung|preisliste)\\w*';
const GAP = '.{0,70}?\\b';

const BEFORE_HOUR = { halb: -30, 'viertel nach': 15, 'viertel vor': -15, dreiviertel: -15 };
const AFTER_HOUR = { dreissig: 30, funfzehn: 15, funfundvierzig: 45, zwanzig: 20, zehn: 10 };

const UNITS = 'ein zwei drei vier funf sechs sieben acht neun'.split(' ');
const DAY_NUMBERS = [
  ...'erste zweite dritte vierte funfte sechste sieb(?:en)?te achte neunte zehnte elfte zwolfte'.split(' '),
  ...'dreizehnte vierzehnte funfzehnte sechzehnte siebzehnte achtzehnte neunzehnte zwanzigste'.split(' '),
  ...UNITS.map((unit) => `${unit}undzwanzigste`),
  ...['dreissigste', 'einunddreissigste'],
].map((day) => `${day}[nrs]?`);

/** Ends a place on a list of those who get what becomes free. */
const WARTELISTE =
  '\\b(?:warteliste|nachruck(?:er)?liste|abrufliste|liste (?:der wartenden|fur (?:absagen|ausfalle)))\\b';

export const german: PromiseLanguage = {
  tag: 'de',
  hint: 'list|wartepl|ruf|meld|kontakt|klingel|bescheid|horen|versuche|angebot|kosten|preisliste|erstatt|uberwei|geld|betrag|gutschr|anzahl|differenz|euro|franken|zahl|buch|termin|tisch|platz|besuch|trag|schreib|notier|reserv',
  spoken: {
    callback: [
      `\\b(?:wir rufen|rufen wir|ich rufe|rufe ich) ${YOU}\\b${GAP}(?:zuruck|an)\\b`,
      `\\bruft (?:\\w+ ){0,4}?${YOU}\\b${GAP}(?:zuruck|an)\\b`,
      `\\b(?:werde|wird|werden wir|wir werden)\\b${GAP}${YOU}\\b${GAP}${CALL}\\b`,
      `\\b(?:werde|wird|werden)\\b${GAP}(?:mich|sich|uns)\\b${GAP}melden\\b`,
      `\\bmelde(?:n|t)? (?:wir |ich )?(?:mich|uns|sich)\\b`,
      `\\blasse ${YOU} ${GAP}(?:zuruckrufen|anrufen)\\b`,
      `\\b(?:sie werden|werden sie)\\b${GAP}(?:zuruckgerufen|angerufen|kontaktiert)\\b`,
      `\\b(?:bekommen|erhalten|kriegen) (?:sie |du )?${GAP}(?:ruckruf|anruf)\\b`,
      `\\bsie (?:bekommen|erhalten|kriegen)\\b${GAP}(?:ruckruf|anruf)\\b`,
      `\\b(?:bitte|sage|gebe|veranlasse|richte)\\b${GAP}${YOU} (?:${CALL}|zuruckruft|anruft|zuruckrufen)`,
      `\\b(?:kontaktiert|kontaktieren wir|ich kontaktiere|klingele?|klingeln wir) ${YOU}\\b`,
      `\\b(?:gebe|geben wir|gibt|wir geben) ${TO_YOU}\\b${GAP}telefonisch\\b${GAP}bescheid\\b`,
      `\\bversuche(?:n wir)? es\\b${GAP}(?:noch (?:ein)?mal|wieder)\\b${GAP}(?:bei ihnen|sie)\\b`,
      '\\b(?:horen sie|sie horen)\\b.{0,40}?\\bvon (?:uns|mir|ihm|ihr)\\b',
    ],
    quote: [
      `\\b${QUOTE}\\b${GAP}(?:schick|send|mail|mach|erstell)(?:e|en|t|et) (?:wir |ich )?${TO_YOU}\\b`,
      `\\b(?:schicken|schicke|schickt|senden|sende|sendet|mailen|maile|erstellen|erstelle|erstellt|machen|mache|bereiten|bereite)\\b${GAP}${QUOTE}`,
      `\\b(?:sie (?:erhalten|bekommen)|(?:erhalten|bekommen) sie)\\b${GAP}${QUOTE}`,
      `\\b(?:wird|werde|werden)\\b${GAP}${QUOTE}${GAP}(?:schicken|senden|zusenden|erstellen|geschickt|erstellt|mailen)\\b`,
      `\\b${QUOTE}\\b${GAP}(?:geht ihnen|kommt|folgt|wird ihnen|haben sie (?!erhalten|bekommen))\\b`,
      `\\bsie haben\\b${GAP}${QUOTE}\\b.{0,20}?\\b(?:morgen|bis|am)\\b`,
      `\\blasse(?:n)? ${TO_YOU}\\b${GAP}${QUOTE}${GAP}zukommen\\b`,
    ],
    refund: [
      `\\b(?:wir erstatten|erstatten wir|ich erstatte|wir uberweisen|uberweisen wir)\\b`,
      `\\b(?:sie (?:bekommen|erhalten|kriegen)|(?:bekommen|erhalten|kriegen) sie)\\b${GAP}(?:geld|betrag|erstattung|gutschrift|anzahlung|euro|franken)\\b`,
      `\\b(?:geld|betrag|anzahlung|differenz|euro)\\b.{0,10}?\\b(?:bekommen|erhalten|kriegen) sie\\b${GAP}zuruck\\b`,
      `\\b(?:buchen|buche|zahlen|zahle) (?:wir |ich )?${TO_YOU}\\b${GAP}zuruck\\b`,
      '\\b(?:geld|betrag|erstattung|gutschrift|anzahlung|ruckerstattung)\\b.{0,10}?\\bwird\\b.{0,60}?\\b(?:\\w*uberwiesen|erstattet|\\w*gezahlt|veranlasst|gutgeschrieben|ausgezahlt|zuruckgebucht)\\b',
      `\\b(?:werde|wird|werden)\\b${GAP}(?:erstatten|zuruckuberweisen|zuruckzahlen|gutschreiben)\\b`,
    ],
    booking: [
      `\\b(?:trage|tragen wir|wir tragen|schreibe|schreiben wir|wir schreiben) ${YOU}\\b(?!.{0,40}?${WARTELISTE})${GAP}ein\\b`,
      `\\bnotiere ${YOU}\\b.{0,10}?\\bfur\\b`,
      '\\b(?:mache|machen)\\b.{0,10}?\\beinen termin\\b.{0,40}?\\baus\\b',
      `\\b(?:buche|buchen wir|wir buchen|vereinbare|wir vereinbaren|vereinbaren wir|reserviere|wir reservieren|reservieren wir|mache ich|suche|wir suchen)\\b${GAP}(?:termin|tisch|platz|besuch)`,
      `\\b(?:werde|wird|werden)\\b${GAP}(?:termin|tisch)${GAP}(?:buchen|vereinbaren|reservieren|eintragen|bestatigen)\\b`,
    ],
    waiting_list: [
      `\\b(?:(?:ich|wir) (?:setze|nehme|trage|schreibe|packe|stelle|notiere)n?|(?:setze|nehme|trage|schreibe|packe|stelle|notiere)n? (?:ich|wir)) (?:${YOU}|ihn|ihre?n?|beide)\\b.{0,60}?${WARTELISTE}`,
      `\\b(?:habe|haben)\\b.{0,10}?\\b(?:${YOU}|ihn|ihre?n?|beide)\\b.{0,60}?${WARTELISTE} (?:gesetzt|eingetragen|aufgenommen|genommen|geschrieben|gestellt|notiert)\\b`,
      `\\b(?:werde|wird|werden)\\b.{0,60}?${WARTELISTE} (?:setzen|eintragen|aufnehmen|nehmen|schreiben|stellen|gesetzt|eingetragen|aufgenommen|genommen)\\b`,
      `\\b(?:sie kommen|kommen sie)\\b.{0,30}?${WARTELISTE}`,
      `\\b(?:sie (?:stehen|sind)|(?:stehen|sind) sie)\\b(?=.{0,60}\\b(?:jetzt|nun|damit|somit|ab sofort)\\b).{0,40}?${WARTELISTE}`,
    ],
  },
  reported: {
    callback: [
      '\\bruckruf\\b.{0,60}?\\b(?:zugesagt|versprochen|vereinbart|zugesichert)\\b',
      '\\b(?:buro|praxis|werkstatt|empfang|buchhaltung|chef|chefin|arzt|arztin|dr\\.? \\w+|frau \\w+|herr \\w+|techniker|jemand|kollege|kollegin|team)\\b(?: \\w+){0,2}? (?:ruft|meldet sich|soll|wird)\\b.{0,60}?\\b(?:zuruck|zuruckrufen|anrufen|melden|an|bei ihm|bei ihr|beim kunden|bei der kundin)\\b',
    ],
    quote: [`\\b${QUOTE}\\b.{0,50}?\\b(?:wird|soll|zugesagt|versprochen)\\b`],
    refund: [
      '\\b(?:erstattung|ruckzahlung|gutschrift)\\b.{0,50}?\\b(?:zugesagt|versprochen|wird veranlasst|soll erfolgen)\\b',
    ],
    booking: ['\\b(?:buro|praxis|empfang|team)\\b(?: \\w+){0,2}? (?:vereinbart|bucht|soll)\\b.{0,40}?\\btermin\\b'],
    waiting_list: [
      `\\b(?:\\w+ )?(?:wurde|wird|ist|wurden)\\b.{0,40}?${WARTELISTE}(?: (?:gesetzt|eingetragen|aufgenommen|genommen|geschrieben)\\b(?! (?:zu )?werden))`,
      `\\b(?:\\w+ )?(?:kommt|(?:steht|ist) (?:jetzt|nun))\\b.{0,20}?${WARTELISTE}`,
      `\\b(?:praxis|empfang|buro|team|assistent\\w*|agent\\w*) (?:setzt|setzte|nimmt|nahm|tragt|trug)\\b.{0,40}?${WARTELISTE}`,
    ],
  },
  negation:
    '\\b(?:nicht|kein|keine|keinen|niemand|nie|niemanden|ohne|konnen|kann|konnte|konnten|wollte|wollten|sollte)\\b',
  conjunctions: 'aber|und|dann|also',
  conditional: '\\b(?:falls|sofern|wenn)\\b',
  onceFree:
    '\\b(?:falls|sofern|wenn|sobald) (?:(?:et)?was|jemand|einer?|ein|wir|noch|vorher|es|da|kurzfristig|de[rm]|die|das|irgend\\w+|(?:er|sie) (?:wieder|frei))\\b',
  past: '\\b(?:habe|haben|hat|hatte|hatten|wurde|wurden)\\b.{0,60}\\b(?:gestern|letzte|letzten|vorgestern|schon|bereits)\\b|\\bgestern\\b',
  firstPerson: '\\bich\\b',
  added: '^und\\b|\\b(?:auch|ausserdem|zusatzlich)\\b',
  restated:
    '^(?:ach,? )?(?:nein|doch|oder|entschuldig\\w*)\\b|^(?:(?:gut|okay|ok|na gut),? )?dann\\b|\\b(?:stattdessen|lieber|vielmehr|besser gesagt|ich meine|spatestens|wie gesagt|gerne?)\\b',
  about:
    'wegen|(?<=\\b(?:angebot|offerte|kostenvoranschlag)) fur|bezuglich|betreffend|zum thema|in sachen|zu ihre[rnm]?|mit (?:den|ihren)',
  matters: {
    bill: 'rechnung\\w*|abrechnung\\w*|faktura',
    xray: 'r(?:o|oe)ntgen\\w*',
    estimate: 'angebot\\w*|offerten?|kostenvoranschlag\\w*|kostenschatzung',
    appointment: 'termin\\w*|buchung\\w*|reservierung\\w*|reservation\\w*',
    vehicle: 'autos?|wagens?|fahrzeugs?',
  },
  roles: {
    doctor: '\\w*arzt(?:in)?|doktor|dr',
    nurse: 'krankenschwester|pfleger(?:in)?|arzthelferin|mpa|mfa',
    hygienist: '\\w*hygieniker(?:in)?|prophylaxe\\w*',
    therapist: '\\w*therapeut(?:in)?',
    stylist: 'friseur(?:in)?|coiffeu\\w+|stylist(?:in)?',
    technician:
      '\\w*techniker(?:in)?|\\w*mechaniker(?:in)?|monteur(?:in)?|werkstatt|installateur(?:in)?|elektriker(?:in)?',
    lawyer: '\\w*anwalt(?:in)?',
    manager: 'chef(?:in)?|inhaber(?:in)?|geschaftsfuhr\\w+|\\w*leit(?:er|erin|ung)|\\w*manager(?:in)?',
    billing: 'buchhalt\\w+|rechnungs(?:stelle|abteilung)|abrechnungs(?:stelle|abteilung)',
    reception: 'empfang|rezeption|anmeldung|sekretariat',
    sales: 'verkauf|vertrieb',
  },
  aside: 'mit|wenn|sobald|bis|nachdem',
  names:
    '(?:\\b(?:(?:Herrn?|Frau|Prof|Dr|Doktor)\\.? )+(?<titled>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?))|(?:^|[,;:] |\\b(?:und|aber|dann) )(?!(?:Ich|Wir|Sie|Er|Es|Jemand|Man|Das|Der|Die|Dann|Dabei|Unser|Unsere|Mein|Meine|Du|Ihr|Wer|Niemand|Danach|Da|Gern|Gerne|Gleich|Bald|Nachher|Später|Anschließend|Natürlich|Vielleicht|Sicher|So|Hier|Dort)\\b)(?<name>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?)(?= (?:ruft|meldet|wird|kontaktiert|schickt|sendet|klingelt|mailt)\\b)',
  callers: '(?:anrufer|anruferin|kunde|kundin|patient|patientin)',
  time: {
    days: ['heute|tagesende', '(?<!guten |heute |am )morgen', 'ubermorgen'],
    weekdays: [
      'montag\\w*|nach dem wochenende',
      'dienstag\\w*',
      'mittwoch\\w*',
      'donnerstag\\w*',
      'freitag\\w*',
      '(?:samstag|sonnabend)\\w*',
      'sonntag\\w*|(?:am|dieses|ubers) wochenende',
    ],
    next: 'nachste[nrs]?',
    months: 'januar februar marz april mai juni juli august september oktober november dezember'.split(' '),
    dayNumbers: DAY_NUMBERS,
    dayOfMonth: '(?:am|zum) (\\d{1,2})\\.',
    morning: '\\w*vormittags?|morgen fruh|heute morgen|am morgen',
    noon: 'mittag',
    afternoon: '\\w*nachmittags?',
    evening: '\\w*abends?',
    before: 'vor(?: dem)?',
    endOfWeek: 'diese woche|dieser woche|ende der woche|vor dem wochenende',
    nextWeek: '(?:nachste|nachster|kommende|kommender) woche',
    weekAfterNext: 'ubernachste[nr]? woche',
    endOfMonth: 'ende (?:des|dieses|vom) monats?|monatsende',
    nextMonth: '(?:nachste[nrs]?|kommende[nrs]?) monats?',
    numbers: {
      ...{ halben: 0.5, viertel: 0.25, dreiviertel: 0.75, anderthalb: 1.5, eineinhalb: 1.5, zweieinhalb: 2.5 },
      ...{ vierzehn: 14, vierzig: 40, funfundvierzig: 45, neunzig: 90 },
      ...{ ein: 1, eine: 1, einer: 1, einem: 1, eines: 1, zwei: 2, drei: 3, vier: 4, funf: 5, sechs: 6 },
      ...{ sieben: 7, acht: 8 },
      ...{
        neun: 9,
        zehn: 10,
        elf: 11,
        zwolf: 12,
        funfzehn: 15,
        zwanzig: 20,
        dreissig: 30,
        vierundzwanzig: 24,
        'ein paar': 3,
      },
      ...{ achtundvierzig: 48, wenigen: 3 },
    },
    to: 'bis|oder',
    minutes: 'minuten?',
    hours: 'stunden?',
    dayUnits: 'tage?n?',
    workingDays: '(?:werk|arbeits)tage?n?',
    weeks: 'wochen?',
    monthUnits: 'monat(?:en?|s)?',
    ahead: '(?:in|innerhalb(?: von)?|binnen|nach)(?: etwa| rund| spatestens| den nachsten)?',
    withinHour: 'innerhalb der nachsten stunde',
    soon: 'sofort|gleich|in kurze|umgehend',
    closing:
      '(?:bevor|bis) wir (?:\\w+ )?(?:schliessen|zumachen|feierabend machen)|(?:vor|bis)(?: (?:zum|dem|unserem))? (?:(?:laden|geschafts|praxis|buro|betriebs|dienst)schluss|feierabend)',
    clock:
      // Without the word for the hour only where nothing else can be meant: "um drei zurück", and not "bis drei Tage".
      `\\b(?:um|bis|vor|gegen|ab|(?:bis )?spatestens(?: um| bis)?|zwischen \\S+(?: uhr)? und) (?:(?<before>${anyOf(BEFORE_HOUR)}) )?(?<hour>\\d{1,2}|eins|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf)(?:[:.](?<minutes>\\d{2}))?(?: uhr\\b(?: (?<after>\\d{2}|${anyOf(AFTER_HOUR)})\\b)?|(?<=:\\d{2})|(?<=(?:${anyOf(BEFORE_HOUR)}) \\w+)\\b|(?<=\\bum \\w+)(?=\\s*(?:[.,;!?]|$)| (?:zuruck|wieder|noch)\\b))`,
    beforeHour: BEFORE_HOUR,
    afterHour: AFTER_HOUR,
  },
};
