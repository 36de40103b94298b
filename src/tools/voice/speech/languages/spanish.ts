import type { SpokenDay, SpokenLanguage, SpokenTime } from './language.ts';
import { capitalized, withArticle } from './words.ts';

/** Unless the person is addressed. */
const titled = withArticle({
  el: 'señor sr doctor profesor prof',
  la: 'señora sra señorita srta doctora dra profesora',
});
const asObject = (name: string) => `a ${titled(name)}`.replace(/^a el /, 'al ');

export const spanish: SpokenLanguage = ({ and, or }) => {
  const on = ({ relation, weekday, day, month, year }: SpokenDay) => {
    if (relation === 'today') return 'hoy';
    if (relation === 'tomorrow') return 'mañana';
    if (relation === 'weekly') return `los ${weekday.replace(/o$/, 'os')}`;
    const date = relation === 'near' ? '' : ` de ${month}${year === undefined ? '' : ` de ${year}`}`;
    return `el ${weekday} ${day}${date}`;
  };
  const at = ({ text, hour }: SpokenTime) => `a ${hour === 1 ? 'la' : 'las'} ${text}`;
  const dated = ({ day, month, year }: SpokenDay) => `${day} de ${month}${year === undefined ? '' : ` de ${year}`}`;
  const inWeek = (from: SpokenDay | undefined) =>
    from ? `En la semana del ${dated(from)}` : 'En los próximos siete días';
  const costing = (price: string) => (price === 'free' ? 'es gratis' : `cuesta ${price}`);
  return {
    on,
    at,
    midnight: 'medianoche',
    fromTo: (from, to) => `de ${from.text} a ${to.text}`,
    clockChange: { earlier: 'antes del cambio de hora', later: 'después del cambio de hora' },
    appointment: ({ service = 'una cita', customer, staff, day, time }) =>
      `${service}${customer ? ` para ${titled(customer)}` : ''}${staff ? ` con ${titled(staff)}` : ''} ${on(day)} ${at(time)}`,
    partOfDay: { morning: 'por la mañana', afternoon: 'por la tarde', evening: 'por la noche' },
    weekdays: (first, last) => (first === last ? `el ${first}` : `de ${first} a ${last}`),

    offered: (names, others) =>
      `Ofrecemos ${and([...names, ...(others > 0 ? [others === 1 ? '1 servicio más' : `${others} servicios más`] : [])])}.`,
    nothingOffered: 'En este momento no se puede reservar nada.',
    service({ name, length, price }) {
      const costs = price && costing(price);
      if (length && price) return `${name} dura ${length} y ${costs}.`;
      if (length) return `${name} dura ${length}.`;
      return price ? `${name} ${costs}.` : `Ofrecemos ${name}.`;
    },
    priceFrom: (day, price) => `A partir del ${dated(day)}, ${costing(price)}.`,
    notOffered: 'Eso no lo ofrecemos.',
    notAllOffered: 'No ofrecemos todo eso.',
    whichOne: (names) => `¿Se refiere ${or(names.map(asObject))}?`,
    askTime: '¿Qué hora exacta prefiere?',
    whichTime: (times) => `¿Quiere decir ${or(times)}?`,
    firstOfSeries: 'Solo puedo reservar una cita cada vez, así que empecemos por la primera.',
    askNext: 'Esa es la primera cita. ¿Qué día quiere la siguiente?',
    bookedSeparately: (names) => `${and(names)} se reservan por separado. ¿Con qué empezamos?`,
    unknownPerson: (names) =>
      names.length > 0
        ? `No conozco a esa persona. Puede elegir: ${or(names.map(titled))}.`
        : 'No conozco a esa persona.',
    otherPeople: (name, names) =>
      `${capitalized(titled(name))} no hace eso.${names.length > 0 ? ` Puede elegir: ${or(names.map(titled))}.` : ''}`,
    personNotChosen: 'Aquí no puedo elegir a la persona. ¿Busco una hora con quien esté libre?',

    byAppointment: (periods) => `con cita previa ${and(periods)}`,
    openOn: (day, periods) => `${capitalized(on(day))} abrimos ${and(periods)}.`,
    closedOn: (day, reason) => `${capitalized(on(day))} está cerrado${reason ? `: ${reason}` : ''}.`,
    closedForToday: 'Por hoy ya hemos cerrado.',
    worksOn: (name, day, periods) =>
      `${capitalized(on(day))} ${titled(name)} ${periods.length > 0 ? `trabaja ${and(periods)}` : 'no trabaja'}.`,
    openInWeek: (from, open, closed) =>
      `${inWeek(from)} abrimos ${open.map(({ days, periods }) => `${days} ${and(periods)}`).join('; ')}.${closed.length > 0 ? ` Está cerrado ${and(closed)}.` : ''}`,
    closedInWeek: (from) => `${inWeek(from)} está cerrado.`,
    hoursUnknown: 'No conozco el horario de apertura.',
    dayNotUnderstood:
      '¿A qué día se refiere? Puede decir una fecha, un día de la semana, mañana, este fin de semana o la próxima semana.',
    dayOver: 'Ese día ya ha pasado.',
    askDayOrWeek: '¿A qué día o a qué semana se refiere?',

    freeOn: (day, times) => `${capitalized(on(day))} hay hueco ${and(times)}.`,
    moreTimes: 'Hay más horas libres.',
    nothingFree: 'Entonces no hay nada libre.',
    nothingFreeOn: (day) => `${capitalized(on(day))} no hay nada libre.`,
    nextFree: (next) => `El próximo hueco es ${next}.`,
    calendarUnread:
      'En este momento no veo toda la agenda, así que no puedo decirle una hora libre. Inténtelo más tarde, por favor.',
    notPossible: 'Esa hora no es posible.',
    timeOver: (moment) => `Eso sería ${moment}, y ya ha pasado. ¿Qué otra hora prefiere?`,
    skippedTime: 'Por el cambio de hora, esa hora no existe ese día.',
    customerLimit: 'Ya tiene ese día tantas citas como puede tener un cliente.',
    tooFar: (latest) => `Es con demasiada antelación.${latest ? ` El último día posible es ${on(latest)}.` : ''}`,
    possible: (instead) => `Podría ser ${or(instead)}.`,

    askToBook: (appointment, name, callback) =>
      `Reservaría ${appointment}${name ? `, a nombre de ${titled(name)}` : ''}.${callback ? ` Teléfono: ${callback}.` : ''} ¿Es correcto?`,
    askToMove: (from, to, staff) =>
      `Cambiaría ${from}. La nueva cita sería ${to}${staff ? `, con ${titled(staff)}` : ''}. ¿Es correcto?`,
    askToChangePerson: (appointment, staff) =>
      `Modificaría ${appointment}. La cita sería a la misma hora con ${titled(staff)}. ¿Es correcto?`,
    askToCancel: (appointment) => `Cancelaría ${appointment}. ¿Es correcto?`,
    askToNote: (appointment) => `Lo anotaría para nuestro equipo: ${appointment}. ¿Es correcto?`,
    haveAlready: (appointments) => `Ya tiene ${and(appointments)}.`,
    booked: (appointment) => `Queda reservado: ${appointment}.`,
    moved: (appointment) => `Queda cambiado. Ahora tiene ${appointment}.`,
    personChanged: (appointment) => `Queda modificado. Ahora tiene ${appointment}.`,
    notMoved: (appointment) =>
      `En este momento no ofrecemos eso, así que no lo puedo cambiar. Sigue teniendo ${appointment}.`,
    cancelled: (appointment) => `Queda cancelado: ${appointment}.`,
    noted: (appointment) => `Queda anotado para nuestro equipo: ${appointment}.`,

    appointments: (appointments, others) =>
      `Tiene ${and([...appointments, ...(others > 0 ? [others === 1 ? '1 cita más' : `${others} citas más`] : [])])}.`,
    noAppointments: 'No encuentro ninguna cita próxima con el número desde el que llama.',
    whichAppointment: (appointments) => `¿A qué cita se refiere: ${or(appointments)}?`,
    otherAppointments: (appointments) => `No encuentro esa cita. Tiene ${and(appointments)}.`,

    numberUnknown:
      'No veo el número desde el que llama, así que no puedo consultar, cambiar ni cancelar citas. Sí puedo reservar una nueva.',
    askCallbackNumber: 'No veo su número. ¿A qué número podemos llamarle?',
    numberNotUnderstood: 'No he entendido el número, y no se ha cambiado nada. Dígalo cifra por cifra, por favor.',
    withExtension: (number, extension) => `${number}, extensión ${extension}`,
    numberRequired: 'No puedo reservar sin ver su número. Llame otra vez sin ocultarlo, por favor.',
    callbackNote: (number) => `Número para devolver la llamada, dicho por teléfono y sin verificar: ${number}`,
    askChecks: (checks) =>
      checks.length > 1
        ? '¿Me dice su nombre completo y su fecha de nacimiento, por favor?'
        : checks[0] === 'name'
          ? '¿Me dice su nombre completo, por favor?'
          : '¿Me dice su fecha de nacimiento, por favor?',
    askOtherName: '¿Cuál es el nombre completo de la persona que viene?',
    notVerified: 'Eso no corresponde a ninguna cita con este número. Dígalo otra vez, por favor.',
    tooManyAttempts:
      'En esta llamada no puedo consultar citas. Pida a nuestro equipo que le devuelva la llamada, por favor.',

    failures: {
      notUnderstood: 'No lo he entendido, y no se ha cambiado nada. Dígalo otra vez, por favor.',
      unavailable:
        'No he podido acceder a la agenda, y no se ha cambiado nada. Inténtelo de nuevo en un momento, por favor.',
      broken:
        'Algo no funciona por nuestra parte, y no se ha cambiado nada. Pida a nuestro equipo que le devuelva la llamada, por favor.',
      changedMeanwhile:
        'La cita acaba de cambiar, así que la he dejado como está. Pídame que la consulte otra vez, por favor.',
      refused: 'Eso no es posible, y no se ha cambiado nada. Elija otra hora, por favor.',
      outcomeUnknown:
        'La agenda no ha respondido, así que no sé si ha funcionado. Pregúnteme otra vez en un momento, por favor: nada se hace dos veces.',
    },
  };
};
