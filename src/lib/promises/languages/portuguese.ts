import { anyOf, type PromiseLanguage } from './language.ts';

const GO = '(?:vou|vai|vamos|vao|ira|iremos|irao)';
const YOU = '(?:voce|voces|o senhor|a senhora|ao senhor|a sua)';
const GAP = '.{0,60}?\\b';
const QUOTE = '(?:orcamento|cotacao|proposta|estimativa)s?\\b';

const AFTER_HOUR = { 'e meia': 30, 'e quinze': 15, 'e trinta': 30, 'e dez': 10, 'e vinte': 20 };

const FIRST_DAYS = 'um dois tres quatro cinco seis sete oito nove'.split(' ');
const DAY_NUMBERS = [
  ...['(?:um|primeiro)', ...FIRST_DAYS.slice(1)],
  ...'dez onze doze treze (?:qua|ca)torze quinze dez[ea]sseis dez[ea]ssete dezoito dez[ea]nove vinte'.split(' '),
  ...FIRST_DAYS.map((day) => `vinte e ${day}`),
  ...['trinta', 'trinta e um'],
];

/** Ends a place on a list of those who get what becomes free. */
const FILA = '(?:nossa )?(?:lista|fila) de (?:espera|desistencias?)\\b';

export const portuguese: PromiseLanguage = {
  tag: 'pt',
  hint: 'lista|fila|lig|telefon|contat|contact|retorn|toque|alo|noticias|avis|orcament|cotac|proposta|estimativa|reembols|devol|estorn|dinheiro|valor|sinal|agend|marc|reserv|encaix|consult',
  spoken: {
    callback: [
      `\\b${GO} (?:te |lhe |o |a )?(?:ligar|telefonar|contatar|contactar|retornar|entrar em contat?c?to)(?:-lhe|-lo|-la)?\\b(?! (?:o|a) (?:luz|ar|aquecimento))`,
      `\\b${GO} contat?c?a-l[oa]s?\\b`,
      '\\b(?:ligaremos|ligarei|ligara|ligarao|telefonaremos|telefonara|retornaremos|retornarei|retornara|contataremos|contatara)\\b',
      '\\b(?:entrarei|entrara|entraremos|entrarao) em contat?c?to\\b',
      `\\b(?:pedir|peco|dizer|digo|falar)\\b${GAP}(?:para|que)\\b${GAP}(?:te |lhe )?(?:ligar|ligue|retornar|retorne|telefonar|telefone)\\b`,
      `\\b(?:ligo|liga|ligamos|ligam|retorno|retorna|retornamos)\\b.{0,15}?\\b(?:de volta|para ${YOU}|sua ligacao|a ligacao|em|amanha|hoje|mais tarde)\\b`,
      '\\b(?:te|lhe) (?:ligo|liga|ligamos|retorno|retorna)\\b',
      '\\b(?:dou|da|damos|dara|vou dar|vai dar) um (?:toque|telefonema|alo)\\b',
      '\\b(?:tera|terao) (?:noticias|retorno)\\b',
      '\\b(?:avisa|aviso|avisamos|avisara|avisaremos|vai avisar|vou avisar)\\b.{0,30}?\\bpor telefone\\b',
      `\\b(?:assim que|quando|logo que)\\b.{0,60}?\\b(?:ligo|liga|ligamos|ligam|retornamos)\\b`,
      `\\b(?:${GO} receber|recebera|receberao)\\b.{0,30}?\\b(?:ligacao|telefonema|chamada|retorno)\\b`,
    ],
    quote: [
      `\\b(?:enviaremos|enviarei|enviara|mandaremos|mandarei|mandara|mando|manda|mandamos|envio|enviamos|prepararemos|preparo|preparamos|faremos)\\b${GAP}${QUOTE}`,
      `\\b${GO} (?:te |lhe )?(?:enviar|mandar|preparar|fazer|receber|passar)\\b${GAP}${QUOTE}`,
      `\\b(?:recebera|receberao)\\b${GAP}${QUOTE}`,
      `\\b${QUOTE}.{0,10}?\\b(?:chega|chegara|vai chegar|sera enviad[oa])\\b`,
    ],
    refund: [
      '\\b(?:dinheiro|valor)\\b.{0,10}?\\b(?:volta|voltara|cai|retorna)\\b',
      '\\b(?:reembolsaremos|reembolsarei|reembolsara|devolveremos|devolverei|devolvera|estornaremos|estornara)\\b',
      `\\b${GO} (?:te |lhe )?(?:reembolsar|estornar|devolver (?!(?:a |sua |a sua )ligacao))\\b`,
      `\\b(?:reembolso|estorno|dinheiro|valor|sinal)\\b.{0,15}?\\b(?:sera|vai ser|vai cair|caira|chegara|sera feito)\\b`,
      `\\b(?:${GO} receber|recebera)\\b.{0,40}?\\b(?:reembolso|estorno|dinheiro)\\b`,
    ],
    booking: [
      `\\b${GO} (?:te |lhe )?(?:agendar|marcar|reservar|encaixar|deixar reservad[oa])\\b`,
      '\\b(?:agendaremos|agendarei|marcaremos|marcarei|reservaremos|reservarei)\\b',
      '\\b(?:agendo|agenda|agendamos|marco|marcamos|reservo|reservamos)\\b.{0,15}?\\b(?:a|uma|sua|o|um|seu) (?:sua |)(?:visita|consulta|mesa|horario)\\b',
    ],
    waiting_list: [
      `\\b${GO} (?:te |lhe |o |a )?(?:colocar|por|botar|incluir|inscrever|adicionar|inserir|anotar|deixar|inclui|po|coloca)(?:-(?:lo|la|o|a|lhe))?\\b.{0,40}?${FILA}`,
      `\\b(?:coloco|colocamos|ponho|pomos|incluo|incluimos|inscrevo|inscrevemos|adiciono|adicionamos|coloquei|inclui|anotei|inscrevi|colocarei|colocaremos|incluirei|incluiremos)(?:-[oa]s?)?\\b(?: (?:voce|o senhor|a senhora|o seu|a sua|seu|sua|ja|te))?.{0,30}?${FILA}`,
      `\\b(?:fica|ficara|vai ficar|estara|entra|entrara|ja esta)\\b(?: (?:inscrit|incluid|anotad)[oa])? (?:na|em|numa) ${FILA}`,
    ],
  },
  reported: {
    callback: [
      '\\b(?:prometido|prometida|prometeu|combinado)\\b.{0,30}?\\b(?:retorno|ligacao|ligar|telefonema)\\b',
      '\\b(?:escritorio|oficina|diretora?|recepcao|financeiro|gerente|equipe|equipa|alguem|doutora?|dra?\\.? \\w+|tecnico|clinica)\\b(?: \\w+){0,2}? (?:vai (?:ligar|retornar|contatar)|ligara|deve (?:ligar|retornar)|retornara|entrara em contato)\\b',
    ],
    quote: [`\\b${QUOTE}.{0,40}?\\b(?:prometid[oa]|sera enviad[oa])\\b`],
    refund: ['\\b(?:reembolso|estorno)\\b.{0,40}?\\b(?:prometido|sera feito)\\b'],
    booking: [
      '\\b(?:escritorio|recepcao|clinica|equipe)\\b(?: \\w+){0,2}? (?:vai (?:agendar|marcar)|agendara|marcara)\\b',
    ],
    waiting_list: [
      `\\b(?:\\w+ )?(?:foi|foram|sera|ficou) (?:colocad|incluid|inscrit|adicionad|post)[oa]s? (?:na|em|numa|a) ${FILA}`,
    ],
  },
  negation: '\\b(?:nao|nunca|ninguem|nenhum|nenhuma|sem|posso|pode|podemos|poderia|devia|deveria)\\b',
  conjunctions: 'mas|e|entao',
  conditional: '(?<!\\b(?:ver|vejo|verifico|pergunto) )\\bse\\b|\\bcaso\\b',
  onceFree:
    '\\b(?:(?:se|caso|quando) (?:algo|houver|haja|abrir|abra|surgir|surja|alguem|vagar|vague|aparecer|apareca|tiver|um|uma|alguma?|algum))\\b',
  past: '\\bontem\\b|\\b(?:semana passada|mes passado)\\b',
  firstPerson: '\\b(?:eu|vou|ligo|ligarei|retorno|retornarei|mando|enviarei)\\b',
  added: '^e\\b|\\b(?:tambem|alem disso)\\b',
  restated:
    '^(?:ah,? )?(?:nao|ou|desculp\\w*|perdao)\\b|^(?:(?:bom|certo|ok),? )?entao\\b|\\b(?:alias|em vez|quero dizer|no maximo|o mais tardar)\\b',
  about: 'sobre|(?<=\\borcamento) (?:para|d[aoe]s?)|a respeito d|quanto a|acerca d|por causa d',
  matters: {
    bill: 'faturas?|contas?',
    xray: 'radiografias?|raiox|raios?',
    estimate: 'orcamentos?|cotac\\w+|propostas?',
    appointment: 'marcac\\w+|agendamentos?|reservas?',
    insurance: 'seguros?|seguradora|apolice',
    vehicle: 'carros?|veiculos?|viaturas?',
  },
  roles: {
    doctor: 'dentista|doutora?|dra?|medic[oa]|veterinari[oa]',
    nurse: 'enfermeir[oa]',
    hygienist: 'higienista',
    therapist: '\\w*terapeuta',
    stylist: 'cabeleireir[oa]|estilista|barbeiro',
    technician: 'tecnic[oa]|mecanic[oa]|oficina|encanador|canalizador|eletricista',
    lawyer: 'advogad[oa]',
    manager: 'gerente|responsavel|diretora?|encarregad[oa]|chefe|dono',
    billing: 'financeiro|contabilidade|contabilista|contadora?|faturamento|faturacao',
    reception: 'recep?cao|recepcionista|secretari[oa]',
    sales: 'vendas|comercial',
  },
  aside: 'com|quando|assim que|depois que',
  names:
    '(?:\\b(?:[Dd]r|[Dd]ra|[Ss]r|[Ss]ra|[Ss]enhora?|[Dd]outora?|[Dd]ona)\\.? (?<titled>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?))|(?:^|[,;:] |\\b(?:e|mas|que) )(?!(?:Eu|Ele|Ela|Eles|Nós|O|A|Os|As|Um|Uma|Alguém|Ninguém|Você|Nosso|Nossa|Então|E|Já|Sim|Depois|Logo|Também|Aí)\\b)(?<name>\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?)(?= (?:vai|liga|lhe|te|retorna|entra|ligará|enviará|manda)\\b)',
  callers: '(?:cliente|paciente)',
  time: {
    days: ['hoje|fim do dia', '(?<!depois de )amanha', 'depois de amanha'],
    weekdays: ['segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo'],
    months: 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' '),
    dayNumbers: DAY_NUMBERS,
    dayOfMonth: 'dia (\\d{1,2})',
    morning: '(?:de|da|pela) manha|primeira hora',
    noon: 'meio-dia',
    afternoon: 'a tarde|da tarde|de tarde',
    evening: 'a noite|da noite|de noite',
    before: 'antes (?:da|do|de)',
    endOfWeek: 'esta semana|essa semana|fim da semana|final da semana',
    nextWeek: 'proxima semana|semana que vem',
    endOfMonth: '(?:fim|final) d(?:o|este) mes',
    nextMonth: 'proximo mes|mes que vem',
    numbers: {
      ...{ quarenta: 40, 'quarenta e cinco': 45 },
      ...{
        um: 1,
        uma: 1,
        dois: 2,
        duas: 2,
        tres: 3,
        quatro: 4,
        cinco: 5,
        seis: 6,
        sete: 7,
        oito: 8,
        nove: 9,
        dez: 10,
        onze: 11,
      },
      ...{ doze: 12, quinze: 15, vinte: 20, 'vinte e quatro': 24, trinta: 30, alguns: 3, meia: 0.5 },
      ...{ 'quarenta e oito': 48 },
    },
    to: 'a|ou',
    andHalf: 'e meia',
    minutes: 'minutos?',
    hours: 'horas?',
    dayUnits: 'dias?',
    workingDays: 'dias? uteis|dia util',
    weeks: 'semanas?',
    monthUnits: 'mes(?:es)?',
    ahead: 'em(?: ate)?|daqui a|dentro de',
    withinHour: '(?:na|dentro da) proxima hora',
    soon: 'ja ja|agora mesmo|em breve|daqui a pouco|imediatamente',
    closing:
      'antes de (?:fechar(?:mos)?|encerrar(?:mos)?)|(?:antes do|ate o|ate ao) (?:nosso )?(?:fechamento|fecho|encerramento|horario de fechamento)',
    clock:
      // "Em até 24 horas" is a duration.
      `\\b(?:as|ate as|antes das|por volta das|entre as \\S+ e as|(?<!\\bem )ate(?= \\d{1,2} ?h)) (?<hour>\\d{1,2}|uma|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze)(?:[:h](?<minutes>\\d{2})| (?<after>${anyOf(AFTER_HOUR)})\\b)?(?: ?h(?:oras?)?\\b)?(?: (?<half>da tarde|da noite))?(?![\\s,-]*\\d)`,
    afterHour: AFTER_HOUR,
  },
};
