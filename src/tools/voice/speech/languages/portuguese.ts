import type { SpokenDay, SpokenLanguage, SpokenTime } from './language.ts';
import { capitalized, withArticle } from './words.ts';

const SATURDAY = 6;

/** Unless the person is addressed. */
const titled = withArticle({
  o: 'senhor sr doutor professor prof',
  a: 'senhora sra sr\\.?ª srta doutora dra dr\\.?ª dona professora prof\\.?ª',
});

export const portuguese: SpokenLanguage = ({ and, or }) => {
  const on = ({ relation, weekday, weekdayNumber, day, month, year }: SpokenDay) => {
    if (relation === 'today') return 'hoje';
    if (relation === 'tomorrow') return 'amanhã';
    // Saturday and Sunday are masculine.
    if (relation === 'weekly')
      return `${weekdayNumber >= SATURDAY ? 'aos' : 'às'} ${weekday.replace(/[oa]\b/g, '$&s')}`;
    const start = `${weekdayNumber >= SATURDAY ? 'no' : 'na'} ${weekday}`;
    const number = day === 1 ? '1º' : day;
    return relation === 'near'
      ? `${start}, dia ${number},`
      : `${start}, ${number} de ${month}${year === undefined ? '' : ` de ${year}`},`;
  };
  const at = ({ text, hour }: SpokenTime) => `${hour === 1 ? 'à' : 'às'} ${text}`;
  const from = ({ text, hour }: SpokenTime) => `${hour === 1 ? 'da' : 'das'} ${text}`;
  const dated = ({ day, month, year }: SpokenDay) =>
    `${day === 1 ? '1º' : day} de ${month}${year === undefined ? '' : ` de ${year}`}`;
  const inWeek = (from: SpokenDay | undefined) => (from ? `Na semana de ${dated(from)}` : 'Nos próximos sete dias');
  const costing = (price: string) => (price === 'free' ? 'é gratuito' : `custa ${price}`);
  return {
    on,
    at,
    fromTo: (start, end) => `${from(start)} ${at(end)}`,
    clockChange: { earlier: 'antes da mudança de hora', later: 'depois da mudança de hora' },
    appointment: ({ service = 'um horário', customer, staff, day, time }) =>
      `${service}${customer ? ` para ${titled(customer)}` : ''}${staff ? ` com ${titled(staff)}` : ''} ${on(day)} ${at(time)}`,
    partOfDay: { morning: 'de manhã', afternoon: 'à tarde', evening: 'à noite' },
    weekdays: (first, last) => (first === last ? first : `de ${first} a ${last}`),

    offered: (names, others) =>
      `Oferecemos ${and([...names, ...(others > 0 ? [others === 1 ? 'mais 1 serviço' : `mais ${others} serviços`] : [])])}.`,
    nothingOffered: 'No momento não é possível marcar nada.',
    service({ name, length, price }) {
      const costs = price && costing(price);
      if (length && price) return `${name} dura ${length} e ${costs}.`;
      if (length) return `${name} dura ${length}.`;
      return price ? `${name} ${costs}.` : `Oferecemos ${name}.`;
    },
    priceFrom: (day, price) => `A partir de ${dated(day)}, ${costing(price)}.`,
    notOffered: 'Isso não oferecemos.',
    notAllOffered: 'Nem tudo isso oferecemos.',
    whichOne: (names) => `Quer dizer ${or(names.map(titled))}?`,
    askTime: 'Que horário exato prefere?',
    whichTime: (times) => `Quer dizer ${or(times)}?`,
    firstOfSeries: 'Só posso marcar um horário de cada vez, então vamos começar pelo primeiro.',
    askNext: 'Esse é o primeiro horário. Em que dia quer o próximo?',
    bookedSeparately: (names) => `${and(names)} são marcados separadamente. Por qual começamos?`,
    unknownPerson: (names) =>
      names.length > 0
        ? `Não conheço essa pessoa. Pode escolher ${or(names.map(titled))}.`
        : 'Não conheço essa pessoa.',
    otherPeople: (name, names) =>
      `${capitalized(titled(name))} não faz isso.${names.length > 0 ? ` Pode escolher ${or(names.map(titled))}.` : ''}`,
    personNotChosen: 'Aqui não posso escolher a pessoa. Procuro um horário com quem estiver livre?',

    byAppointment: (periods) => `com hora marcada ${and(periods)}`,
    openOn: (day, periods) => `${capitalized(on(day))} abrimos ${and(periods)}.`,
    closedOn: (day, reason) => `${capitalized(on(day))} estamos fechados${reason ? `: ${reason}` : ''}.`,
    closedForToday: 'Por hoje já fechamos.',
    worksOn: (name, day, periods) =>
      `${capitalized(on(day))} ${titled(name)} ${periods.length > 0 ? `trabalha ${and(periods)}` : 'não trabalha'}.`,
    openInWeek: (from, open, closed) =>
      `${inWeek(from)} abrimos: ${open.map(({ days, periods }) => `${days} ${and(periods)}`).join('; ')}.${closed.length > 0 ? ` Fechado: ${and(closed)}.` : ''}`,
    closedInWeek: (from) => `${inWeek(from)} estamos fechados.`,
    hoursUnknown: 'Não conheço o horário de funcionamento.',
    dayNotUnderstood:
      'A que dia se refere? Pode dizer uma data, um dia da semana, amanhã, este fim de semana ou a próxima semana.',
    dayOver: 'Esse dia já passou.',
    askDayOrWeek: 'A que dia ou a que semana se refere?',

    freeOn: (day, times) => `${capitalized(on(day))} há vaga ${and(times)}.`,
    moreTimes: 'Há mais horários.',
    nothingFree: 'Nesse momento não há vaga.',
    nothingFreeOn: (day) => `${capitalized(on(day))} não há vaga.`,
    nextFree: (next) => `O próximo horário livre é ${next}.`,
    calendarUnread:
      'No momento não vejo a agenda inteira, por isso não posso indicar um horário livre. Tente de novo mais tarde, por favor.',
    notPossible: 'Esse horário não é possível.',
    timeOver: (moment) => `Isso seria ${moment}, e já passou. Que outro horário prefere?`,
    skippedTime: 'Por causa da mudança de hora, esse horário não existe nesse dia.',
    customerLimit: 'Nesse dia já tem tantos horários marcados quantos um cliente pode ter.',
    tooFar: (latest) =>
      `É com muita antecedência.${latest ? ` O último dia possível é ${on(latest).replace(/^n[ao] /, '')}.` : ''}`,
    possible: (instead) => `Poderia ser ${or(instead)}.`,

    askToBook: (appointment, name, callback) =>
      `Eu marcaria ${appointment}${name ? `, em nome de ${name}` : ''}.${callback ? ` Número para retorno: ${callback}.` : ''} Está certo?`,
    askToMove: (before, after, staff) =>
      `Eu mudaria ${before}. O novo horário seria ${after}${staff ? `, com ${titled(staff)}` : ''}. Está certo?`,
    askToChangePerson: (appointment, staff) =>
      `Eu alteraria ${appointment}. O horário seria o mesmo, com ${titled(staff)}. Está certo?`,
    askToCancel: (appointment) => `Eu cancelaria ${appointment}. Está certo?`,
    askToNote: (appointment) => `Eu anotaria isso para a nossa equipe: ${appointment}. Está certo?`,
    haveAlready: (appointments) => `Já tem ${and(appointments)}.`,
    booked: (appointment) => `Está marcado: ${appointment}.`,
    moved: (appointment) => `Está mudado. Agora tem ${appointment}.`,
    personChanged: (appointment) => `Está alterado. Agora tem ${appointment}.`,
    notMoved: (appointment) =>
      `No momento não oferecemos isso, por isso não posso mudar o horário. Continua tendo ${appointment}.`,
    cancelled: (appointment) => `Está cancelado: ${appointment}.`,
    noted: (appointment) => `Está anotado para a nossa equipe: ${appointment}.`,

    appointments: (appointments, others) => `Tem ${and([...appointments, ...(others > 0 ? [`mais ${others}`] : [])])}.`,
    noAppointments: 'Não encontro nenhum horário marcado com o número de onde está ligando.',
    whichAppointment: (appointments) => `Qual deles: ${or(appointments)}?`,
    otherAppointments: (appointments) => `Não encontro esse horário. Tem ${and(appointments)}.`,

    numberUnknown:
      'Não vejo o número de onde está ligando, por isso não posso consultar, mudar nem cancelar um horário. Posso marcar um novo.',
    askCallbackNumber: 'Não vejo o seu número. Para que número podemos ligar de volta?',
    numberNotUnderstood: 'Não entendi o número, e nada foi alterado. Diga-o algarismo por algarismo, por favor.',
    withExtension: (number, extension) => `${number}, ramal ${extension}`,
    numberRequired: 'Não posso marcar sem ver o seu número. Ligue de novo sem o ocultar, por favor.',
    callbackNote: (number) => `Número para retorno, dito ao telefone e não verificado: ${number}`,
    askChecks: (checks) =>
      checks.length > 1
        ? 'Pode me dizer o seu nome completo e a sua data de nascimento, por favor?'
        : checks[0] === 'name'
          ? 'Pode me dizer o seu nome completo, por favor?'
          : 'Pode me dizer a sua data de nascimento, por favor?',
    askOtherName: 'Qual é o nome completo da pessoa que vem?',
    notVerified: 'Isso não corresponde a nenhum horário marcado com este número. Diga de novo, por favor.',
    tooManyAttempts:
      'Nesta ligação não posso consultar horários marcados. Peça à nossa equipe que ligue de volta, por favor.',

    failures: {
      notUnderstood: 'Não entendi, e nada foi alterado. Diga de novo, por favor.',
      unavailable: 'Não consegui acessar a agenda, e nada foi alterado. Tente de novo daqui a pouco, por favor.',
      broken:
        'Algo não funciona do nosso lado, e nada foi alterado. Peça à nossa equipe que ligue de volta, por favor.',
      changedMeanwhile:
        'O horário acabou de mudar, por isso o deixei como está. Peça para eu consultar de novo, por favor.',
      refused: 'Isso não é possível, e nada foi alterado. Escolha outro horário, por favor.',
      outcomeUnknown:
        'A agenda não respondeu, por isso não sei se deu certo. Pergunte de novo daqui a pouco, por favor: nada é feito duas vezes.',
    },
  };
};
