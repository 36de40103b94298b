import { anyOf, type PromiseLanguage } from './language.ts';

const GAP = '.{0,60}?\\b';
const QUOTE = '(?:devis|estimation|proposition)\\b';
const CALL_VERB = '(?:rappel|contact|recontact|telephon|appel)';

const AFTER_HOUR = {
  ...{ 'et demie': 30, 'et demi': 30, 'et quart': 15, 'moins le quart': -15, 'moins quart': -15 },
  ...{ quinze: 15, trente: 30, dix: 10, vingt: 20, 'moins dix': -10, 'moins vingt': -20 },
};

const UNITS = 'deux trois quatre cinq six sept huit neuf'.split(' ');
const DAY_NUMBERS = [
  ...['premier', ...UNITS],
  ...'dix onze douze treize quatorze quinze seize'.split(' '),
  ...UNITS.slice(-3).map((unit) => `dix[- ]${unit}`),
  ...['vingt', 'vingt[- ]et[- ]un', ...UNITS.map((unit) => `vingt[- ]${unit}`)],
  ...['trente', 'trente[- ]et[- ]un'],
];

/** Ends a place on a list of those who get what becomes free. */
const LISTE = "(?:(?:la|notre|une) )?liste (?:d'attente|des annulations)\\b";

export const french: PromiseLanguage = {
  tag: 'fr',
  hint: 'liste d|rappel|contact|telephon|appel|coup de|nouvelles|courant|vers vous|devis|estimation|proposition|rembours|argent|montant|acompte|avoir|restitu|reserv|rendez|creneau|place|table|visite|inscri|note',
  spoken: {
    callback: [
      `\\bvous (?:rappelle|rappelons|rappellent|rappellera|rappellerons|rappellerai|rappelleront|recontacte|recontactera|recontacterons|recontacterai|contactera|contacterons|contacterai|telephonera|telephonerons|appellera|appellerons|appellerai|recontactons)\\b(?! qu[e'])`,
      `\\b(?:va|vais|allons|vont) vous ${CALL_VERB}er\\b`,
      `\\b(?:demande|demander|dis|dirai|transmets|fais|ferai|ferons)\\b${GAP}(?:de |)?vous ${CALL_VERB}er\\b`,
      '\\bvous (?:recevrez|allez recevoir|aurez)\\b.{0,30}?\\b(?:appel|rappel)\\b',
      '\\bvous (?:serez|allez etre) (?:rappele|contacte|recontacte)e?s?\\b',
      '\\bvous (?:passe|passera|passerons|passerai|donne|donnera|donnerons) un (?:petit )?coup de (?:fil|telephone)\\b',
      '\\b(?:prendra|prendrons|prendrai|prend|prends|va prendre|vais prendre|allons prendre) contact avec vous\\b',
      '\\b(?:aurez de nos nouvelles|tiendra au courant par telephone|tiendrons au courant par telephone)\\b',
      '\\bvous (?:retelephone|retelephonerai|retelephonera|recontactent)\\b',
      '\\b(?:reviens|revient|revenons|reviendra|reviendrons|reviendrai) vers vous\\b',
    ],
    quote: [
      `\\b(?:enverrons|enverrai|enverra|envoie|envoyons|prepare|preparons|preparerai|preparerons|fais|ferons|ferai|adresserons|etablirons)\\b${GAP}${QUOTE}`,
      `\\b(?:va|vais|allons) (?:vous )?(?:envoyer|preparer|faire|adresser|etablir)\\b${GAP}${QUOTE}`,
      `\\bvous (?:recevrez|allez recevoir|aurez)\\b${GAP}${QUOTE}`,
      `\\b${QUOTE}.{0,15}?\\b(?:sera|arrivera|partira)\\b`,
    ],
    refund: [
      '\\b(?:lance|lancerai|lancons|ferai|ferons|effectuons|effectuerons|procede|procedons)\\b.{0,15}?\\bremboursement\\b',
      '\\b(?:rembourserons|rembourserai|remboursera|restituerons)\\b',
      '\\b(?:va|vais|allons) (?:vous )?rembourser\\b',
      '\\bvous (?:serez|allez etre) remboursee?s?\\b',
      `\\b(?:remboursement|argent|montant|acompte|avoir)\\b${GAP}(?:sera|arrivera|vous sera)\\b`,
    ],
    booking: [
      '\\b(?:vous |)(?:reserve|reservons|reserverai|reserverons|fixe|fixons|fixerai|fixerons|bloque|bloquons|prends|prend|prenons|prendrons|prendrai|programmons|programmerons)\\b.{0,20}?\\b(?:table|rendez-vous|creneau|place|visite)\\b',
      '\\b(?:va|vais|allons) (?:vous )?(?:reserver|fixer|prendre|programmer|trouver)\\b.{0,20}?\\b(?:table|rendez-vous|creneau|place|visite)\\b',
      '\\b(?:vous inscris|vous inscrirai|vous inscrivons|vous note|vous noterai) pour\\b',
    ],
    waiting_list: [
      `\\bje (?:vous|te|l'|le |la |les )\\s?(?:mets|mettrai|inscris|inscrirai|ajoute|ajouterai|place|placerai|note|noterai)\\b.{0,40}?${LISTE}`,
      `\\b(?:nous|on) (?:vous|te|l'|le |la |les )\\s?(?:mettons|mettrons|inscrivons|inscrirons|ajoutons|ajouterons|placons|placerons|met|mettra|inscrit|inscrira|ajoute|ajoutera|place|note)\\b.{0,40}?${LISTE}`,
      `\\b(?:vais|va|allons) (?:vous |te |l'|le |la |les )?(?:mettre|inscrire|ajouter|placer|noter)\\b.{0,40}?${LISTE}`,
      `\\b(?:je vous ai|nous vous avons|je l'ai|on vous a)\\b.{0,20}?\\b(?:mise?|inscrite?|ajoutee?|placee?|notee?)s?\\b.{0,30}?${LISTE}`,
      `\\bvous (?:serez|etes (?:maintenant|desormais|donc)|voila)(?: (?:mise?|inscrite?|placee?))? (?:sur|en|dans) ${LISTE}`,
    ],
  },
  reported: {
    callback: [
      '\\brappel\\b.{0,50}?\\b(?:promis|prevu|convenu|programme)\\b',
      "\\b(?:secretariat|cabinet|atelier|garage|directeur|directrice|bureau|gerante?|equipe|service \\w+|accueil|quelqu'un|docteur|dr\\.? \\w+|medecin|technicien|madame \\w+|monsieur \\w+)\\b(?: \\w+){0,2}? (?:(?:doit|va|devra)(?: le| la| l')? ?(?:re)?(?:appeler|rappeler|contacter|recontacter)|rappellera|contactera|recontactera)\\b",
    ],
    quote: [`\\b${QUOTE}.{0,40}?\\b(?:promis|sera envoye)`],
    refund: ['\\bremboursement\\b.{0,40}?\\b(?:promis|sera effectue|accorde)'],
    booking: [
      '\\b(?:secretariat|cabinet|accueil|bureau)\\b(?: \\w+){0,2}? (?:doit|va|fixera|prendra)\\b.{0,30}?\\brendez-vous\\b',
    ],
    waiting_list: [
      `\\b(?:\\w+ )?(?:a ete|ont ete|sera|est) (?:mise?|inscrite?|ajoutee?|placee?)s? (?:sur|en|dans|a) ${LISTE}`,
    ],
  },
  negation: "\\b(?:ne|n'|pas|jamais|personne|aucune?|sans|peux|peut|pouvons|pourrais|pourrions|pourrait)(?:\\b|(?<='))",
  conjunctions: 'mais|et|donc|alors',
  conditional: "\\b(?:si\\b|s'il|au cas ou)",
  onceFree: "\\b(?:si (?:quelque|une?|jamais|quelqu'un|on|nous|il y|ca)\\b|s'il y|au cas ou (?:une?|il y|quelqu'un))",
  past: '\\bhier\\b|\\b(?:semaine|mois) derniere?\\b',
  firstPerson: "\\bje\\b|\\bj'",
  added: '^et\\b|\\b(?:aussi|egalement|en plus)\\b',
  restated:
    "^(?:ah,? )?(?:non|ou|pardon|desole\\w*)\\b|^(?:(?:bon|bien|d'accord),? )?alors\\b|\\b(?:plutot|au lieu|je veux dire|au plus tard)\\b",
  about: 'au sujet d|a propos d|concernant|pour (?:ce qui est d|la|le|les|votre|vos)',
  matters: {
    bill: 'factures?|facturation|notes?',
    xray: 'radios?|radiograph\\w+|cliches?',
    estimate: 'devis|estimation',
    appointment: 'rendezvous|rdv|reservations?',
    vehicle: 'voitures?|vehicules?|autos?',
  },
  roles: {
    doctor: 'dentiste|medecin|docteure?|dr|veterinaire',
    nurse: 'infirmiere?',
    hygienist: 'hygieniste',
    therapist: '\\w*therapeute',
    stylist: 'coiffeu\\w+|styliste|barbier',
    technician: 'technicien(?:ne)?|mecanicien(?:ne)?|atelier|plombier|electricien(?:ne)?',
    lawyer: 'avocate?',
    manager: 'directeur|directrice|responsable|gerante?|patron(?:ne)?',
    billing: 'comptab\\w+|facturation',
    reception: 'accueil|reception|secretariat|secretaire',
    sales: 'commercial',
  },
  aside: "avec|quand|lorsque|des que|apres|jusqu'a ce que",
  names:
    '(?:\\b(?:[Dd]r|[Dd]octeur|[Mm]adame|[Mm]onsieur|Mme|M)\\.? (?<titled>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?))|(?:^|[,;:] |\\b(?:et|mais|que) )(?!(?:Je|Il|Elle|On|Nous|Vous|Ils|Elles|Le|La|Les|Notre|Mon|Ma|Un|Une|Ce|Personne|Alors|Et|Oui|Bien|Donc|Puis|Ensuite|Après)\\b)(?<name>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?)(?= (?:vous|va|te|enverra|rappellera|appellera)\\b)',
  callers: '(?:client|cliente|patient|patiente|appelant|appelante)',
  time: {
    days: ["aujourd'hui|dans la journee|fin de journee", '(?<!apres-|apres )demain', 'apres-demain|apres demain'],
    weekdays: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche|(?:ce|le) week-?end'],
    months: 'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre'.split(' '),
    dayNumbers: DAY_NUMBERS,
    morning: '(?<!ce )matin|ce matin|a la premiere heure',
    noon: 'midi',
    afternoon: 'apres-midi',
    evening: 'ce soir|soir|soiree',
    before: 'avant(?: le)?',
    endOfWeek: 'cette semaine|fin de (?:la )?semaine|avant le week-?end',
    nextWeek: 'semaine prochaine',
    endOfMonth: 'fin (?:du|de ce) mois',
    nextMonth: 'mois prochain',
    numbers: {
      ...{ 'une demi-': 0.5, "un quart d'": 0.25, "trois quarts d'": 0.75, quarante: 40, 'quarante-cinq': 45 },
      ...{ un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, huit: 8, neuf: 9, dix: 10, onze: 11 },
      ...{
        douze: 12,
        midi: 12,
        quinze: 15,
        vingt: 20,
        'vingt-quatre': 24,
        trente: 30,
        quelques: 3,
        'quarante-huit': 48,
      },
    },
    to: 'a|ou',
    andHalf: 'et demie?',
    minutes: 'minutes?|min',
    hours: 'heures?|h',
    dayUnits: 'jours?',
    workingDays: 'jours? (?:ouvres?|ouvrables?)',
    weeks: 'semaines?',
    monthUnits: 'mois',
    ahead: "dans(?: les)?|d'ici|sous|en",
    withinHour: "dans l'heure",
    soon: 'tout de suite|immediatement|dans un instant|sous peu',
    closing: "(?:avant|d'ici|jusqu'a) (?:la|notre) fermeture|avant de fermer|avant qu(?:e nous |'on )(?:ne )?ferm\\w+",
    clock:
      // "D'ici 2 heures" and "d'ici 48 heures" are durations; "d'ici 15 heures" is a time of the day.
      `\\b(?:a|avant|vers|d'ici(?: a)?(?= (?:[89]|1\\d|20|\\d{1,2} ?h ?\\d))|entre \\S+(?: (?:heures?|h))? et) (?<hour>\\d{1,2}|une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|midi(?= (?:et|moins) )) ?(?:heures?|h|(?<=midi))(?![a-z])(?: ?(?<minutes>\\d{2})| (?<after>${anyOf(AFTER_HOUR)}))?\\b`,
    afterHour: AFTER_HOUR,
  },
};
