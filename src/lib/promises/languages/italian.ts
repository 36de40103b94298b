import { anyOf, type PromiseLanguage } from './language.ts';

const YOU = '(?:la|lo|ti|vi|le|li)';
const GAP = '.{0,60}?\\b';
const QUOTE = '(?:preventivo|offerta|stima|quotazione)\\b';

const AFTER_HOUR = {
  ...{ 'e mezza': 30, 'e mezzo': 30, 'e un quarto': 15, 'meno un quarto': -15, 'e quindici': 15, 'e trenta': 30 },
  ...{ 'e dieci': 10, 'e venti': 20, 'meno dieci': -10, 'meno venti': -20 },
};

const DAY_NUMBERS = [
  ...'(?:primo|uno) due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici'.split(' '),
  ...'quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitre ventiquattro'.split(' '),
  ...'venticinque ventisei ventisette ventotto ventinove trenta trentuno'.split(' '),
];

/** Ends a place on a list of those who get what becomes free. */
const LISTA = "(?:nostra )?lista (?:d'attesa|di attesa)\\b";

export const italian: PromiseLanguage = {
  tag: 'it',
  hint: 'lista|chiam|contatt|telefon|sentire|notizie|sapere|preventiv|offerta|stima|quotazion|rimbors|accredit|denaro|soldi|importo|caparra|restitu|prenot|appuntament|tavolo|visita|posto|orario|fiss|agenda|segn',
  spoken: {
    callback: [
      `\\b${YOU} (?:richiamo|richiama|richiamiamo|richiamano|richiamero|richiamera|richiameremo|richiameranno|ricontatto|ricontatta|ricontattiamo|ricontattero|ricontattera|ricontatteremo|contattera|contatteremo|contattiamo|contatta|chiamera|chiameremo|chiamiamo|telefonera|telefoneremo|telefona|telefoniamo)\\b`,
      `\\b${YOU} (?:faccio|faremo|faro) (?:richiamare|chiamare|contattare)\\b`,
      `\\b(?:chiedo|chiedero|dico|diro|chiederemo)\\b${GAP}di (?:richiamar|chiamar|contattar|ricontattar|telefonar)(?:la|lo|ti|vi|le)\\b`,
      `\\b(?:ricevera|riceverai|riceverete|avra)\\b.{0,30}?\\b(?:chiamata|telefonata|richiamata)\\b`,
      `\\b(?:verra|sara|verrete|sarete|verrai|sarai) (?:richiamat|contattat|ricontattat)[oaie]\\b`,
      '\\b(?:le|ti|vi) (?:da|dara|daremo|daro) un colpo di telefono\\b',
      '\\b(?:avra|avrete|avrai) (?:nostre )?notizie\\b',
      '\\b(?:le|ti|vi) (?:fara|faremo|faro|faccio|facciamo) sapere\\b.{0,15}?\\bper telefono\\b',
      '\\b(?:mi|ci|si) (?:faro|faremo|fara|faranno) sentire\\b|\\b(?:mi|ci|si) (?:faccio|facciamo|fa) sentire\\b|\\b(?:mi|ci|si) (?:mettero|metteremo|mettera) in contatto\\b',
    ],
    quote: [
      `\\b(?:manderemo|mandero|mandera|mando|mandiamo|invieremo|inviero|inviera|invio|inviamo|preparo|prepariamo|preparero|prepareremo|faccio|facciamo|faremo|faro)\\b${GAP}${QUOTE}`,
      `\\b${QUOTE}.{0,15}?\\b(?:arrivera|verra inviat[oa]|sara pront[oa])\\b`,
      `\\b(?:ricevera|riceverai|riceverete|avra)\\b${GAP}${QUOTE}`,
    ],
    refund: [
      '\\b(?:le|vi|ti) rimborsiamo\\b|\\b(?:la|lo) rimborsiamo\\b|\\b(?:avvio|avviamo|faccio|facciamo|disporro|disponiamo)\\b.{0,15}?\\brimborso\\b',
      '\\b(?:rimborseremo|rimborsero|rimborsera|restituiremo|restituiro|restituira|riaccrediteremo)\\b',
      '\\b(?:verra|sara|verrai|sarai) (?:rimborsat|riaccreditat)[oaie]\\b',
      `\\b(?:rimborso|denaro|soldi|importo|caparra)\\b${GAP}(?:sara|arrivera|verra|saranno|verranno)\\b`,
      `\\b(?:ricevera|riceverai|avra)\\b.{0,40}?\\b(?:rimborso|soldi|denaro)\\b`,
    ],
    booking: [
      '\\b(?:le|ti|vi) (?:prenoto|prenotiamo|prenotero|prenoteremo|fisso|fissiamo|fissero|fisseremo|trovo|troviamo|troveremo|blocco|blocchiamo|prendiamo|prendo)\\b.{0,20}?\\b(?:tavolo|appuntamento|visita|posto|orario)\\b',
      '\\b(?:la|lo|ti) (?:metto|mettiamo|metteremo|mettero|segno|segniamo) in (?:agenda|lista(?! d))\\b|\\b(?:la|lo|ti) segno per\\b',
    ],
    waiting_list: [
      `\\b${YOU} (?:metto|mettiamo|mettero|metteremo|inserisco|inseriamo|inseriro|inseriremo|aggiungo|aggiungiamo|aggiungero|segno|segniamo|segnero|iscrivo|iscriviamo|ho (?:mess|inserit|aggiunt|segnat)[oaie]|abbiamo (?:mess|inserit|aggiunt|segnat)[oaie])\\b.{0,40}?${LISTA}`,
      `\\b(?:l'ho|l'abbiamo) (?:mess|inserit|aggiunt|segnat)[oaie]\\b.{0,30}?${LISTA}`,
      `\\b(?:sara|e (?:ora|adesso|quindi)|viene|verra)(?: (?:mess|inserit|aggiunt)[oa])? (?:in|nella|sulla|alla) ${LISTA}`,
    ],
  },
  reported: {
    callback: [
      '\\b(?:promessa|prevista|concordata|promesso)\\b.{0,20}?\\b(?:richiamata|chiamata|telefonata|di richiamare)\\b',
      '\\b(?:richiamata|chiamata|telefonata)\\b.{0,40}?\\b(?:promessa|prevista|concordata)\\b',
      '\\b(?:ufficio|officina|direttore|direttrice|segreteria|studio|responsabile|gestore|titolare|dottore|dottoressa|dr\\.? \\w+|tecnico|qualcuno|contabilita|amministrazione)\\b(?: \\w+){0,2}? (?:deve (?:ri)?chiamare|richiamera|chiamera|contattera|ricontattera|dovra richiamare)\\b',
    ],
    quote: [`\\b${QUOTE}.{0,40}?\\b(?:promess[oa]|sara inviat[oa])\\b`],
    refund: ['\\brimborso\\b.{0,40}?\\b(?:promesso|sara effettuato)\\b'],
    booking: ['\\b(?:ufficio|segreteria|studio)\\b(?: \\w+){0,2}? (?:fissera|prenotera|deve fissare)\\b'],
    waiting_list: [
      `\\b(?:\\w+ )?(?:e stat[oa]|sono stat[ie]|sara|verra|viene) (?:mess|inserit|aggiunt|iscritt)[oaie] (?:in|nella|sulla|alla) ${LISTA}`,
    ],
  },
  negation: '\\b(?:non|mai|nessuno|nessuna|senza|posso|puo|possiamo|potrei|potremmo|doveva|dovevamo)\\b',
  conjunctions: 'ma|e|quindi|allora|poi',
  conditional: '(?<!\\b(?:vedo|controllo|chiedo|verifico) )\\bse\\b|\\bnel caso\\b|\\bqualora\\b',
  onceFree: "\\b(?:(?:se|nel caso|qualora|quando) (?:si|qualcuno|qualcosa|c'e|ci|un[oa]?))\\b",
  past: '\\bieri\\b|\\b(?:settimana|mese) scors[ao]\\b',
  firstPerson: '\\b(?:richiamo|richiamero|ricontatto|mando|invio|preparo|mettero|faro|faccio)\\b',
  added: '^e\\b|\\b(?:anche|inoltre)\\b',
  restated:
    '^(?:ah,? )?(?:no|o|scus\\w*|mi scus\\w*)\\b|^(?:(?:bene|va bene|ok),? )?allora\\b|\\b(?:anzi|invece|piuttosto|voglio dire|al piu tardi)\\b',
  about: 'riguardo|a proposito d|per (?:quanto riguarda|la|il|le|i|lo|gli)|circa|in merito',
  matters: {
    bill: 'fattur[ae]|conto|parcella',
    xray: 'radiografi[ae]|lastr[ae]|raggi',
    estimate: 'preventiv[oi]|quotazion[ei]',
    appointment: 'appuntament[oi]|prenotazion[ei]',
    insurance: 'assicurazion[ei]|polizz[ae]',
    vehicle: 'auto|macchin[ae]|vettur[ae]|veicol[oi]',
  },
  roles: {
    doctor: 'dentista|dottor(?:e|essa)?|dott(?:ssa)?|dr|medico|veterinari[oa]',
    nurse: 'infermier[ea]',
    hygienist: 'igienista',
    therapist: '\\w*terap(?:ista|euta)',
    stylist: 'parrucchier[ea]|stilista|barbiere',
    technician: 'tecnic[oa]|meccanic[oa]|officina|idraulico|elettricista',
    lawyer: 'avvocat[oa]',
    manager: 'direttore|direttrice|responsabile|titolare|gestore|capo',
    billing: 'contabilita|contabile|fatturazione|amministrazione',
    reception: 'reception|segreteria|segretari[oa]|accettazione',
    sales: 'vendite|commerciale',
  },
  aside: 'con|quando|appena|dopo|finche',
  names:
    '(?:\\b(?:[Dd]ott(?:\\.?ssa)?|[Dd]ottor|[Dd]ottoressa|[Ss]ig|[Ss]ignora?|[Ss]ignor)\\.? (?<titled>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?))|(?:^|[,;:] |\\b(?:e|ma|che) )(?!(?:La|Lo|Le|Li|Il|Io|Noi|Lei|Lui|Qualcuno|Nessuno|Un|Una|Ti|Vi|Allora|Poi|E|Sì|Ora|Adesso|Subito|Dopo|Presto|Quindi|Certo)\\b)(?<name>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?)(?= (?:la|le|lo|ti|vi|si|richiamerà|chiamerà|manderà|invierà)\\b)',
  callers: '(?:cliente|paziente)',
  time: {
    days: ['oggi|fine giornata', '(?<!dopo)domani', 'dopodomani'],
    weekdays: ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi', 'sabato', 'domenica'],
    months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(' '),
    dayNumbers: DAY_NUMBERS,
    morning: 'mattina|mattino|mattinata|stamattina',
    noon: 'mezzogiorno',
    afternoon: 'pomeriggio',
    evening: 'stasera|sera|serata',
    before: 'prima (?:di|del|della)',
    endOfWeek: 'questa settimana|fine (?:della )?settimana|prima del weekend',
    nextWeek: '(?:prossima settimana|settimana prossima)',
    endOfMonth: 'fine (?:del )?mese',
    nextMonth: 'prossimo mese|mese prossimo',
    numbers: {
      ...{ "mezz'": 0.5, "un quarto d'": 0.25, quaranta: 40, quarantacinque: 45 },
      ...{
        un: 1,
        una: 1,
        uno: 1,
        due: 2,
        tre: 3,
        quattro: 4,
        cinque: 5,
        sei: 6,
        sette: 7,
        otto: 8,
        nove: 9,
        dieci: 10,
        undici: 11,
      },
      ...{ dodici: 12, quindici: 15, venti: 20, ventiquattro: 24, trenta: 30, 'un paio di': 2, "un'": 1 },
      ...{ quarantotto: 48, qualche: 3 },
    },
    to: 'a|o',
    andHalf: 'e mezz[ao]',
    minutes: 'minut[oi]',
    hours: 'or[ae]',
    dayUnits: 'giorn[oi]',
    workingDays: 'giorn[oi] lavorativ[oi]',
    weeks: 'settiman[ae]',
    monthUnits: 'mes[ei]',
    ahead: 'tra|fra|entro|in',
    withinHour: "entro (?:un'|l')ora",
    soon: 'subito|a breve|immediatamente',
    closing:
      "prima (?:della|di|che) (?:nostra )?(?:chiusura|chiudere|chiudiamo)|(?:prima dell'|entro l')orario di chiusura|entro la chiusura",
    clock: `\\b(?:(?:alle|entro le|prima delle|verso le|(?:tra|fra) le \\S+ e le) (?:ore )?|(?:all'|entro l')(?=una\\b))(?<hour>\\d{1,2}|una|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici)(?:[:.](?<minutes>\\d{2})| (?<after>${anyOf(AFTER_HOUR)})\\b)?(?: (?<half>di sera|del pomeriggio))?(?![\\s,-]*\\d)`,
    afterHour: AFTER_HOUR,
  },
};
