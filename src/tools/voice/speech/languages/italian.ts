import type { SpokenDay, SpokenLanguage, SpokenTime } from './language.ts';
import { capitalized, withArticle } from './words.ts';

/** Unless the person is addressed. */
const titled = withArticle({
  il: 'signor sig dottor dott professor prof',
  la: 'signora sig\\.ra dottoressa dott\\.ssa dr\\.ssa professoressa prof\\.ssa',
});

export const italian: SpokenLanguage = ({ and, or }) => {
  const on = ({ relation, weekday, weekdayNumber, day, month, year }: SpokenDay) => {
    if (relation === 'today') return 'oggi';
    if (relation === 'tomorrow') return 'domani';
    // Sunday is feminine.
    if (relation === 'weekly') return `${weekdayNumber === 7 ? 'la' : 'il'} ${weekday}`;
    const date = relation === 'near' ? '' : ` ${month}${year === undefined ? '' : ` ${year}`}`;
    return `${weekday} ${day === 1 ? '1º' : day}${date}`;
  };
  const at = ({ text, hour }: SpokenTime) => (hour === 1 ? `all'${text}` : `alle ${text}`);
  const from = ({ text, hour }: SpokenTime) => (hour === 1 ? `dall'${text}` : `dalle ${text}`);
  /** Behind a preposition that the article is a part of, such as `dal 9` and `dall'8`. */
  const dated = (preposition: 'dal' | 'del', { day, month, year }: SpokenDay) =>
    `${preposition}${day === 8 || day === 11 ? "l'" : ' '}${day === 1 ? '1º' : day} ${month}${year === undefined ? '' : ` ${year}`}`;
  const inWeek = (from: SpokenDay | undefined) =>
    from ? `Nella settimana ${dated('del', from)}` : 'Nei prossimi sette giorni';
  const costing = (price: string) => (price === 'free' ? 'è gratis' : `costa ${price}`);
  return {
    on,
    at,
    fromTo: (start, end) => `${from(start)} ${at(end)}`,
    clockChange: { earlier: "prima del cambio dell'ora", later: "dopo il cambio dell'ora" },
    appointment: ({ service = 'un appuntamento', customer, staff, day, time }) =>
      `${service}${customer ? ` per ${titled(customer)}` : ''}${staff ? ` con ${titled(staff)}` : ''} ${on(day)} ${at(time)}`,
    partOfDay: { morning: 'di mattina', afternoon: 'di pomeriggio', evening: 'di sera' },
    weekdays: (first, last) => (first === last ? first : `da ${first} a ${last}`),

    offered: (names, others) =>
      `Offriamo ${and([...names, ...(others > 0 ? [others === 1 ? '1 altro servizio' : `altri ${others} servizi`] : [])])}.`,
    nothingOffered: 'Al momento non si può prenotare nulla.',
    service({ name, length, price }) {
      const costs = price && costing(price);
      if (length && price) return `${name} dura ${length} e ${costs}.`;
      if (length) return `${name} dura ${length}.`;
      return price ? `${name} ${costs}.` : `Offriamo ${name}.`;
    },
    priceFrom: (day, price) => `A partire ${dated('dal', day)} ${costing(price)}.`,
    notOffered: 'Questo non lo offriamo.',
    notAllOffered: 'Non offriamo tutto questo.',
    whichOne: (names) => `Intende ${or(names.map(titled))}?`,
    askTime: 'Quale orario preciso desidera?',
    whichTime: (times) => `Intende ${or(times)}?`,
    firstOfSeries: 'Posso prenotare un solo appuntamento alla volta, quindi cominciamo dal primo.',
    askNext: 'Questo è il primo appuntamento. In che giorno vuole il prossimo?',
    bookedSeparately: (names) => `${and(names)} si prenotano separatamente. Da quale cominciamo?`,
    unknownPerson: (names) =>
      names.length > 0
        ? `Non conosco questa persona. Può scegliere ${or(names.map(titled))}.`
        : 'Non conosco questa persona.',
    otherPeople: (name, names) =>
      `${capitalized(titled(name))} non lo fa.${names.length > 0 ? ` Può scegliere ${or(names.map(titled))}.` : ''}`,
    personNotChosen: 'Qui non posso scegliere la persona. Cerco un orario con chi è libero?',

    byAppointment: (periods) => `su appuntamento ${and(periods)}`,
    openOn: (day, periods) => `${capitalized(on(day))} siamo aperti ${and(periods)}.`,
    closedOn: (day, reason) => `${capitalized(on(day))} siamo chiusi${reason ? `: ${reason}` : ''}.`,
    closedForToday: 'Per oggi abbiamo già chiuso.',
    worksOn: (name, day, periods) =>
      `${capitalized(on(day))} ${titled(name)} ${periods.length > 0 ? `lavora ${and(periods)}` : 'non lavora'}.`,
    openInWeek: (from, open, closed) =>
      `${inWeek(from)} siamo aperti ${open.map(({ days, periods }) => `${days} ${and(periods)}`).join('; ')}.${closed.length > 0 ? ` Siamo chiusi ${and(closed)}.` : ''}`,
    closedInWeek: (from) => `${inWeek(from)} siamo chiusi.`,
    hoursUnknown: 'Non conosco gli orari di apertura.',
    dayNotUnderstood:
      'Quale giorno intende? Può dire una data, un giorno della settimana, domani, questo fine settimana o la prossima settimana.',
    dayOver: 'Quel giorno è già passato.',
    askDayOrWeek: 'Quale giorno o quale settimana intende?',

    freeOn: (day, times) => `${capitalized(on(day))} c'è posto ${and(times)}.`,
    moreTimes: 'Ci sono altri orari.',
    nothingFree: "In quel momento non c'è posto.",
    nothingFreeOn: (day) => `${capitalized(on(day))} non c'è posto.`,
    nextFree: (next) => `Il prossimo orario libero è ${next}.`,
    calendarUnread:
      "Al momento non vedo tutta l'agenda, quindi non posso indicare un orario libero. Riprovi più tardi, per favore.",
    notPossible: 'Questo orario non è possibile.',
    timeOver: (moment) => `Sarebbe ${moment}, ed è già passato. Quale altro orario preferisce?`,
    skippedTime: "Per il cambio dell'ora, quel giorno questo orario non esiste.",
    customerLimit: 'Quel giorno ha già tanti appuntamenti quanti ne può avere un cliente.',
    tooFar: (latest) => `È con troppo anticipo.${latest ? ` L'ultimo giorno possibile è ${on(latest)}.` : ''}`,
    possible: (instead) => `Si potrebbe ${or(instead)}.`,

    askToBook: (appointment, name, callback) =>
      `Prenoterei ${appointment}${name ? `, a nome di ${name}` : ''}.${callback ? ` Numero per richiamare: ${callback}.` : ''} È corretto?`,
    askToMove: (before, after, staff) =>
      `Sposterei ${before}. Il nuovo appuntamento sarebbe ${after}${staff ? `, con ${titled(staff)}` : ''}. È corretto?`,
    askToChangePerson: (appointment, staff) =>
      `Modificherei ${appointment}. L'appuntamento sarebbe alla stessa ora con ${titled(staff)}. È corretto?`,
    askToCancel: (appointment) => `Annullerei ${appointment}. È corretto?`,
    askToNote: (appointment) => `Lo annoterei per il nostro team: ${appointment}. È corretto?`,
    haveAlready: (appointments) => `Ha già ${and(appointments)}.`,
    booked: (appointment) => `È prenotato: ${appointment}.`,
    moved: (appointment) => `È spostato. Ora ha ${appointment}.`,
    personChanged: (appointment) => `È modificato. Ora ha ${appointment}.`,
    notMoved: (appointment) => `Al momento non lo offriamo, quindi non posso spostarlo. Le resta ${appointment}.`,
    cancelled: (appointment) => `È annullato: ${appointment}.`,
    noted: (appointment) => `È annotato per il nostro team: ${appointment}.`,

    appointments: (appointments, others) =>
      `Ha ${and([...appointments, ...(others > 0 ? [others === 1 ? '1 altro appuntamento' : `altri ${others} appuntamenti`] : [])])}.`,
    noAppointments: 'Non trovo appuntamenti futuri con il numero da cui chiama.',
    whichAppointment: (appointments) => `Quale appuntamento intende: ${or(appointments)}?`,
    otherAppointments: (appointments) => `Non trovo questo appuntamento. Ha ${and(appointments)}.`,

    numberUnknown:
      'Non vedo il numero da cui chiama, quindi non posso consultare, spostare o annullare un appuntamento. Posso prenotarne uno nuovo.',
    askCallbackNumber: 'Non vedo il Suo numero. A quale numero possiamo richiamarLa?',
    numberNotUnderstood:
      'Non ho capito il numero, e non è stato cambiato nulla. Lo ripeta cifra per cifra, per favore.',
    withExtension: (number, extension) => `${number}, interno ${extension}`,
    numberRequired: 'Non posso prenotare senza vedere il Suo numero. Richiami senza nasconderlo, per favore.',
    callbackNote: (number) => `Numero per richiamare, detto al telefono e non verificato: ${number}`,
    askChecks: (checks) =>
      checks.length > 1
        ? 'Mi dice nome e cognome e la data di nascita, per favore?'
        : checks[0] === 'name'
          ? 'Mi dice nome e cognome, per favore?'
          : 'Mi dice la data di nascita, per favore?',
    askOtherName: 'Qual è il nome completo della persona che viene?',
    notVerified: 'Non corrisponde a nessun appuntamento con questo numero. Lo ripeta, per favore.',
    tooManyAttempts:
      'In questa chiamata non posso consultare appuntamenti. Chieda al nostro personale di richiamarLa, per favore.',

    failures: {
      notUnderstood: 'Non ho capito, e non è stato cambiato nulla. Lo ripeta, per favore.',
      unavailable:
        "Non sono riuscito a raggiungere l'agenda, e non è stato cambiato nulla. Riprovi tra un momento, per favore.",
      broken:
        'Qualcosa da parte nostra non funziona, e non è stato cambiato nulla. Chieda al nostro personale di richiamarLa, per favore.',
      changedMeanwhile:
        "L'appuntamento è appena cambiato, quindi l'ho lasciato com'è. Mi chieda di consultarlo di nuovo, per favore.",
      refused: 'Questo non è possibile, e non è stato cambiato nulla. Scelga un altro orario, per favore.',
      outcomeUnknown:
        "L'agenda non ha risposto, quindi non so se ha funzionato. Me lo chieda di nuovo tra un momento, per favore: nulla viene fatto due volte.",
    },
  };
};
