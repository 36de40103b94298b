import { anyOf, type PromiseLanguage } from './language.ts';

const PRONOUN = '(?:le|lo|la|te|les|los|las|os)';
const GO = '(?:voy|va|vas|vamos|van) a';
const QUOTE = '(?:presupuesto|cotizacion|oferta|estimacion)(?:es|s)?\\b';

const AFTER_HOUR = {
  ...{ 'y media': 30, 'y cuarto': 15, 'menos cuarto': -15, 'y quince': 15, 'y treinta': 30 },
  ...{ 'y diez': 10, 'y veinte': 20, 'menos diez': -10, 'menos veinte': -20 },
};

const DAY_NUMBERS = [
  ...'(?:uno|primero) dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince'.split(' '),
  ...'dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro'.split(' '),
  ...'veinticinco veintiseis veintisiete veintiocho veintinueve treinta'.split(' '),
  'treinta y uno',
];

/** Ends a place on a list of those who get what becomes free. */
const LISTA = '(?:(?:la|nuestra|una|su) )?lista de (?:espera|cancelaciones)\\b';

export const spanish: PromiseLanguage = {
  tag: 'es',
  hint: 'lista|llam|contact|telefon|comuni|marc|presupuest|cotiza|oferta|estimacion|reembols|devol|reintegr|abonar|dinero|importe|cita|mesa|hora|visita|turno|reserv|agend|apunt|anot|programa|hueco|lugar',
  spoken: {
    callback: [
      `\\b${PRONOUN} (?:volver|devolver)?(?:llamare|llamara|llamaremos|llamaran|contactare|contactara|contactaremos|contactaran|telefoneara|telefonearemos)\\b`,
      `\\b${PRONOUN} (?:volvere|volvera|volveremos|volveran|vuelvo|vuelve|volvemos) a (?:llamar|contactar)\\b`,
      `\\b(?:${PRONOUN} )?${GO} (?:volver a )?(?:llamar|contactar|telefonear|devolver la llamada)(?:le|lo|la|te|les)?\\b`,
      `\\b(?:en cuanto|apenas|cuando|luego|manana|hoy|esta tarde|en un rato|enseguida|ahora mismo|despues)\\b.{0,60}?\\b${PRONOUN} (?:llamo|llama|llamamos|llaman)\\b`,
      `\\b${PRONOUN} (?:llamo|llama|llamamos|llaman) (?:en|manana|hoy|luego|esta|el|de vuelta|despues|enseguida|ahora)\\b`,
      `\\b(?:dire|digo|pido|pedire|pedirle|decirle|hare|haremos|aviso|avisare|encargo)\\b.{0,50}?\\bque ${PRONOUN} (?:vuelva a )?(?:llame|llamen|devuelva la llamada|contacte)`,
      `\\b${PRONOUN} (?:devolvere|devolvera|devolveremos|devolveran|devuelvo|devuelve) la llamada\\b`,
      `\\b${PRONOUN} (?:marco|marca|marcamos|marcare|marcaremos|regreso la llamada|regresa la llamada|regresamos la llamada|regresare la llamada)\\b`,
      '\\bpara que (?:se comunique|le llame|te llame|lo llame|la llame)\\b',
      '\\b(?:quedo|quedamos|queda) en llamar\\w*',
      `\\b${PRONOUN} (?:avisare|avisara|avisaremos|aviso|avisa|avisamos)\\b.{0,30}?\\bpor telefono\\b`,
      '\\b(?:me|nos|se) (?:pondre|pondra|pondremos|pondran|pongo|pone|ponemos) en contacto\\b',
      '\\b(?:me|nos|se) (?:comunicare|comunicara|comunicaremos|comunico|comunica|comunicamos) con (?:usted|ustedes|ti)\\b',
      '\\b(?:recibira|recibiras|recibiran|va a recibir|vas a recibir) (?:una|nuestra|la) (?:\\w+ )?llamada\\b',
    ],
    quote: [
      `\\b(?:enviare|enviara|enviaremos|enviaran|mandare|mandara|mandaremos|mandaran|hare|hara|haremos|preparare|preparara|prepararemos|pasare|pasaremos|remitiremos)\\b.{0,60}?\\b${QUOTE}`,
      `\\b${GO} (?:enviar|mandar|preparar|hacer|pasar)\\w*\\b.{0,50}?\\b${QUOTE}`,
      `\\b${PRONOUN} (?:mando|manda|mandamos|envio|envia|enviamos|preparo|preparamos|paso|pasamos)\\b.{0,40}?\\b${QUOTE}`,
      `\\b(?:recibira|recibiras|va a recibir|tendra)\\b.{0,40}?\\b${QUOTE}`,
    ],
    refund: [
      '\\b(?:devolvere|devolvera|devolveremos|devolveran|reembolsare|reembolsara|reembolsaremos|reembolsaran|reintegraremos|abonaremos)\\b(?! la llamada)',
      `\\b${GO} (?:reembolsar|reintegrar|hacer\\w* (?:el|un|la|una) (?:reembolso|devolucion)|devolver\\w*(?! la llamada))`,
      '\\b(?:reembolso|devolucion|dinero|importe)\\b(?: \\w+){0,4}? (?:se hara|sera|llegara|se efectuara|se procesara|estara|se abonara|se realizara)\\b',
      '\\b(?:recibira|recibiras|va a recibir|vas a recibir|tendra)\\b.{0,40}?\\b(?:reembolso|devolucion|dinero)\\b',
    ],
    booking: [
      `\\b(?:${PRONOUN} )?${GO} (?:agendar|reservar|programar|apuntar|apartar|anotar|dar|buscar|guardar)\\w* .{0,30}?\\b(?:cita|mesa|hora|visita|turno|reserva|lugar|hueco)\\b`,
      '\\b(?:agendare|agendaremos|reservare|reservara|reservaremos|programare|programaremos|apuntare|apuntaremos|daremos|buscaremos)\\b.{0,30}?\\b(?:cita|mesa|hora|visita|turno|reserva|lugar)\\b',
      `\\b${PRONOUN} (?:agendo|agendamos|reservo|reservamos|programo|programamos)\\b.{0,20}?\\b(?:cita|mesa|hora|visita|turno)\\b`,
      '\\b(?:le|lo|la|te) (?:apunto|apuntamos|anoto|anotamos) para\\b',
    ],
    waiting_list: [
      `\\b${PRONOUN} (?:pongo|ponemos|apunto|apuntamos|anoto|anotamos|agrego|agregamos|anado|anadimos|incluyo|incluimos|meto|metemos|inscribo|inscribimos|pondre|pondremos|apuntare|apuntaremos|anotare|anotaremos|agregare|agregaremos|incluire|incluiremos|dejo|dejamos|he (?:puesto|apuntado|anotado|agregado|incluido)|hemos (?:puesto|apuntado|anotado|agregado|incluido))\\b.{0,40}?${LISTA}`,
      `\\b(?:${PRONOUN} )?${GO} (?:poner|apuntar|anotar|agregar|anadir|incluir|meter|inscribir|dejar)(?:${PRONOUN})?\\b.{0,40}?${LISTA}`,
      `\\b(?:queda|quedan|quedara|quedaran|estara|ya esta|entra|entrara)\\b(?: usted)?(?: (?:apuntad|anotad|inscrit|incluid)[oa]s?)? en ${LISTA}`,
    ],
  },
  reported: {
    callback: [
      '\\b(?:prometio|prometieron|prometido)\\b.{0,30}?\\b(?:llamada|llamar\\w*|contactar\\w*)\\b',
      '\\bdevolver(?:a|an) la llamada\\b',
      '\\bqued(?:o|aron|amos) en (?:llamar|contactar|devolver la llamada)\\w*',
      '\\b(?:oficina|taller|clinica|recepcion|encargad[oa]|gerente|equipo|facturacion|alguien|doctora?|dra?\\. \\w+|tecnico)\\b(?: \\w+){0,2}? (?:llamara|debe llamar|va a llamar|tiene que llamar|contactara|le avisara por telefono)\\b',
    ],
    quote: [`\\b(?:se )?(?:enviara|prometio|mandara)\\b.{0,40}?\\b${QUOTE}`],
    refund: ['\\b(?:prometio|hara|reembolsara)\\b.{0,30}?\\b(?:reembolso|devolucion|importe|dinero)\\b'],
    booking: ['\\b(?:oficina|recepcion|equipo|alguien)\\b(?: \\w+){0,2}? (?:agendara|reservara|programara)\\b'],
    waiting_list: [
      `\\b(?:\\w+ )?(?:fue|fueron|ha sido|quedo|quedaron|sera) (?:apuntad|anotad|inscrit|incluid|puest|agregad|anadid)[oa]s? (?:en|a) ${LISTA}`,
      `\\b(?:se (?:le|la|lo)) (?:puso|apunto|anoto|incluyo|agrego|inscribio)\\b.{0,30}?${LISTA}`,
    ],
  },
  negation: '\\b(?:no|nunca|nadie|ningun|ninguna|tampoco|sin|puedo|puede|podemos|podria|podriamos)\\b',
  conjunctions: 'pero|y|asi que|entonces',
  conditional: '(?<!\\b(?:ver|veo|compruebo|preguntar|pregunto|miro|se) )\\bsi\\b(?!,)|\\ben caso de\\b',
  onceFree: '\\b(?:si|en caso de que|cuando) (?:se|hay|algo|alguien|queda|surge|aparece|un[oa]?|tenemos|haya)\\b',
  past: '\\bya\\b.{0,20}\\b(?:llamamos|llamo)\\b.{0,20}\\bayer\\b|\\bayer\\b|\\b(?:semana|mes) pasad[ao]\\b',
  firstPerson: '\\b(?:llamo|llamare|vuelvo|volvere|voy a|pongo|pondre|comunico|mando|enviare)\\b',
  added: '^y\\b|\\b(?:tambien|ademas|asimismo)\\b',
  restated:
    '^(?:ah,? )?(?:no|o|perdon\\w*|disculp\\w*)\\b|^(?:(?:bueno|vale|de acuerdo),? )?entonces\\b|\\b(?:mejor|mas bien|en (?:lugar|vez) de|quiero decir|a mas tardar|como maximo)\\b',
  about:
    'sobre|(?<=\\bpresupuesto) (?:para|del?)|acerca de|respecto (?:a|de|al)|por (?:lo de|la|el|los|las|sus?)|con respecto|con los (?=resultados)',
  matters: {
    bill: 'facturas?|cuentas?',
    xray: 'radiografias?|placas?|rayos',
    estimate: 'presupuestos?|cotizacion\\w*',
    appointment: 'citas?|turnos?|reservas?',
    insurance: 'seguros?|aseguradora|poliza',
    vehicle: 'coches?|carros?|autos?|vehiculos?',
  },
  roles: {
    doctor: 'dentista|odontolog[oa]|doctora?|dra?|medic[oa]|veterinari[oa]',
    nurse: 'enfermer[oa]',
    hygienist: 'higienista',
    therapist: '\\w*terapeuta',
    stylist: 'peluquer[oa]|estilista|barbero',
    technician: 'tecnic[oa]|mecanic[oa]|taller|fontaner[oa]|plomer[oa]|electricista',
    lawyer: 'abogad[oa]',
    manager: 'gerente|encargad[oa]|directora?|jef[ea]|duen[oa]|responsable',
    billing: 'facturacion|contabilidad|contable|contadora?|administracion',
    reception: 'recepcion|recepcionista|secretari[oa]',
    sales: 'ventas',
  },
  aside: 'con|cuando|hasta que|despues de',
  names:
    '(?:\\b(?:[Dd]r|[Dd]ra|[Ss]r|[Ss]ra|[Ss]eñora?|[Dd]octora?|[Dd]on|[Dd]oña)\\.? (?<titled>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?))|(?:^|[,;:] |\\b(?:y|pero|que) )(?!(?:Le|La|Lo|Les|Yo|El|Ella|Ellos|Nosotros|Alguien|Nadie|Usted|Mi|Nuestr[oa]|Su|Entonces|Y|Ya|Sí|Luego|Ahora|Después|Enseguida|También|Pues|Así)\\b)(?<name>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?)(?= (?:le|la|lo|les|te|se|va|llamará|enviará|mandará)\\b)',
  callers: '(?:cliente|paciente|clienta)',
  time: {
    days: ['hoy|final del dia', '(?<!por la |de la |pasado )manana(?! por medio)', 'pasado manana'],
    weekdays: ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'],
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
    dayNumbers: DAY_NUMBERS,
    dayOfMonth: 'dia (\\d{1,2})',
    morning: '(?:por|de|en) la manana|a primera hora',
    noon: 'mediodia',
    afternoon: 'esta tarde|(?:por|de|en) la tarde',
    evening: 'esta noche|(?:por|de|en) la noche',
    before: 'antes del?(?: proximo)?',
    endOfWeek: 'esta semana|fin(?:al)? de (?:la )?semana',
    nextWeek: 'proxima semana|semana (?:que viene|proxima|siguiente)',
    endOfMonth: '(?:fin|final|finales) de(?:l| este)? mes',
    nextMonth: 'proximo mes|mes (?:que viene|proximo|siguiente)',
    numbers: {
      ...{ veinticinco: 25, 'cuarenta y cinco': 45 },
      ...{
        un: 1,
        una: 1,
        uno: 1,
        dos: 2,
        tres: 3,
        cuatro: 4,
        cinco: 5,
        seis: 6,
        siete: 7,
        ocho: 8,
        nueve: 9,
        diez: 10,
        once: 11,
      },
      ...{ doce: 12, quince: 15, veinte: 20, veinticuatro: 24, treinta: 30, cuarenta: 40, 'un par de': 2 },
      ...{ 'unos pocos': 3, 'cuarenta y ocho': 48, media: 0.5 },
    },
    to: 'a|o',
    andHalf: 'y media',
    minutes: 'minutos?',
    hours: 'horas?',
    dayUnits: 'dias?',
    workingDays: 'dias? (?:habiles|laborables|laborales|habil|laborable)',
    weeks: 'semanas?',
    monthUnits: 'mes(?:es)?',
    ahead: 'en(?: unos)?|dentro de|en menos de',
    withinHour: '(?:en|dentro de) la proxima hora',
    soon: 'enseguida|ahora mismo|en un (?:momento|rato)|en breve',
    closing: 'antes de (?:cerrar|que cerremos|la hora de cierre|nuestro cierre)|(?:antes del|hasta el) cierre',
    clock: `\\b(?:a las?|antes de las?|hacia las?|sobre las?|entre las? \\S+ y las?) (?<hour>\\d{1,2}|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?:[:.h](?<minutes>\\d{2})| (?<after>${anyOf(AFTER_HOUR)})\\b)?(?: (?:h|horas?)\\b)?(?: (?<half>de la (?:tarde|noche)|[ap]\\.? ?m\\b\\.?))?(?![\\s,-]*\\d)`,
    afterHour: AFTER_HOUR,
  },
};
