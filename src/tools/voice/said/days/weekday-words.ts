/** Words of one language, normalized, as alternatives of a regular expression. */
export interface WeekdayWords {
  /** From Monday to Friday. */
  workdays: string;
  /** Any one of them. */
  anyDay: string;
  /** Each of them; one of which the caller may want only one. */
  everyDay: string;
  /** Before days that the caller does not want. */
  except: string;
  /** The same, which can also begin the day that is wanted: "but Friday". Only behind `anyDay`. */
  exceptBehindAny?: string;
  /** Behind a day that the caller does not want: "el lunes no". Before it, it can be an answer: "no, el lunes". */
  exceptBehindDay?: string;
}

export const WEEKDAY_WORDS: Readonly<Record<string, WeekdayWords>> & { en: WeekdayWords } = {
  en: {
    workdays: '(?:(?:on|on a|any|every|each|a) )?(?:week|working |business |work)days?|during the week',
    anyDay: '(?:on )?(?:any(?: other)?|(?:every|each|all) other) days?|any ?time|anything|whenever',
    everyDay: '(?:on )?(?:every|each|all) days?|daily',
    except: '(?:but |just |only )?not|except(?: for)?|excluding',
    exceptBehindAny: 'but|other than|apart from',
  },
  de: {
    workdays: '(?:(?:an|jeden) )?(?:wochen|werk)tag(?:en?)?|(?:wochen|werk)tags|unter der woche',
    anyDay: '(?:an )?jede[rm]? tag|alle tage|jederzeit|immer|egal wann',
    everyDay: 'jeden tag|taglich',
    except: '(?:aber |nur )?nicht|ausser|bis auf',
  },
  es: {
    workdays:
      '(?:entre|durante la) semana|(?:(?:en|los|cualquier) )?dias? (?:laborables?|habil(?:es)?|de (?:entre )?semana)',
    anyDay: 'cualquier dias?|(?:a )?cualquier hora|cuando sea',
    everyDay: '(?:cada|todos los) dias?|a diario|diariamente',
    except: 'pero no|excepto|salvo|que no sea',
    exceptBehindAny: 'menos',
    exceptBehindDay: 'no',
  },
  fr: {
    workdays: '(?:en|pendant la) semaine|(?:(?:les|un) )?jours? (?:ouvres?|ouvrables?|de (?:la )?semaine)',
    anyDay: 'nimporte quel jour|nimporte quand',
    everyDay: 'chaque jour|tous les jours',
    except: '(?:mais |surtout )?pas|sauf|hormis|excepte|a part',
  },
  it: {
    workdays: '(?:in|durante la) settimana|(?:(?:nei|i|un) )?giorn[oi] (?:feriali?|lavorativ[oi])',
    anyDay: '(?:in )?(?:qualsiasi|qualunque) giorno',
    everyDay: '(?:in )?ogni giorno|tutti i giorni',
    except: 'ma non|tranne|eccetto|salvo|a parte',
    exceptBehindDay: 'no',
  },
  pt: {
    workdays: 'durante a semana|(?:(?:n?os|em) )?dias? (?:de semana|uteis|util)',
    anyDay: 'qualquer dia|(?:a )?qualquer hora',
    everyDay: 'todo dia|todos os dias|diariamente',
    except: 'mas nao|exceto|salvo|que nao seja',
    exceptBehindAny: 'menos',
    exceptBehindDay: 'nao',
  },
};
