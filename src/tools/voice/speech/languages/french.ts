import type { SpokenDay, SpokenLanguage } from './language.ts';
import { capitalized, withArticle } from './words.ts';

/** Before a vowel, and the mute h of French given names. That of Hans, Harry and Hassan is not mute. */
const ELIDED =
  /^(?:[aeiouâàéèêëîïôöùûü]|h(?:él|ele[nè]|enri|ector|ermin|erv|ilaire|ippol|onor|ortens|ubert|ugo|ugues|yacinth))/i;
/** Unless the person is addressed. */
const titled = withArticle({ le: 'docteur professeur pr', la: 'docteure dre professeure pre' });

export const french: SpokenLanguage = ({ and, or }) => {
  const on = ({ relation, weekday, day, month, year }: SpokenDay) => {
    if (relation === 'today') return "aujourd'hui";
    if (relation === 'tomorrow') return 'demain';
    if (relation === 'weekly') return `le ${weekday}`;
    const date = relation === 'near' ? '' : ` ${month}${year === undefined ? '' : ` ${year}`}`;
    return `le ${weekday} ${day === 1 ? '1er' : day}${date}`;
  };
  const dated = ({ day, month, year }: SpokenDay) =>
    `${day === 1 ? '1er' : day} ${month}${year === undefined ? '' : ` ${year}`}`;
  const week = (from: SpokenDay | undefined) => (from ? `la semaine du ${dated(from)}` : 'les sept prochains jours');
  const costing = (price: string) => (price === 'free' ? "c'est gratuit" : `cela coûte ${price}`);
  return {
    on,
    at: ({ text }) => `à ${text}`,
    fromTo: (from, to) => `de ${from.text} à ${to.text}`,
    clockChange: { earlier: "avant le changement d'heure", later: "après le changement d'heure" },
    appointment: ({ service = 'un rendez-vous', customer, staff, day, time }) =>
      `${service}${customer ? ` pour ${titled(customer)}` : ''}${staff ? ` avec ${titled(staff)}` : ''} ${on(day)} à ${time.text}`,
    partOfDay: { morning: 'le matin', afternoon: "l'après-midi", evening: 'le soir' },
    weekdays: (first, last) => (first === last ? `le ${first}` : `du ${first} au ${last}`),

    offered: (names, others) =>
      `Nous proposons : ${and([...names, ...(others > 0 ? [others === 1 ? '1 autre prestation' : `${others} autres prestations`] : [])])}.`,
    nothingOffered: 'Rien ne peut être réservé pour le moment.',
    service({ name, length, price }) {
      const costs = price && costing(price);
      if (length && price) return `${name} : cela dure ${length} et ${costs}.`;
      if (length) return `${name} : cela dure ${length}.`;
      return price ? `${name} : ${costs}.` : `Nous proposons : ${name}.`;
    },
    priceFrom: (day, price) => `À partir du ${dated(day)}, ${costing(price)}.`,
    notOffered: 'Nous ne proposons pas cela.',
    notAllOffered: 'Nous ne proposons pas tout cela.',
    whichOne: (names) => `Voulez-vous dire ${or(names.map(titled))} ?`,
    askTime: 'Quelle heure exacte souhaitez-vous ?',
    whichTime: (times) => `Voulez-vous dire ${or(times)} ?`,
    firstOfSeries: "Je ne peux réserver qu'un rendez-vous à la fois, commençons donc par le premier.",
    askNext: "C'est le premier rendez-vous. Quel jour souhaitez-vous le suivant ?",
    bookedSeparately: (names) => `${and(names)} se réservent séparément. Par quoi commençons-nous ?`,
    unknownPerson: (names) =>
      names.length > 0
        ? `Je ne connais pas cette personne. Vous pouvez choisir ${or(names.map(titled))}.`
        : 'Je ne connais pas cette personne.',
    otherPeople: (name, names) =>
      `${capitalized(titled(name))} ne fait pas cela.${names.length > 0 ? ` Vous pouvez choisir ${or(names.map(titled))}.` : ''}`,
    personNotChosen: 'Je ne peux pas choisir la personne ici. Dois-je chercher un horaire sans préférence ?',

    byAppointment: (periods) => `sur rendez-vous ${and(periods)}`,
    openOn: (day, periods) => `${capitalized(on(day))}, nous sommes ouverts ${and(periods)}.`,
    closedOn: (day, reason) => `${capitalized(on(day))}, nous sommes fermés${reason ? ` : ${reason}` : ''}.`,
    closedForToday: "Nous avons déjà fermé pour aujourd'hui.",
    worksOn: (name, day, periods) =>
      `${capitalized(on(day))}, ${titled(name)} ${periods.length > 0 ? `travaille ${and(periods)}` : 'ne travaille pas'}.`,
    openInWeek: (from, open, closed) =>
      `Dans ${week(from)}, nous sommes ouverts ${open.map(({ days, periods }) => `${days} ${and(periods)}`).join(' ; ')}.${closed.length > 0 ? ` Nous sommes fermés ${and(closed)}.` : ''}`,
    closedInWeek: (from) => `Nous sommes fermés pendant ${week(from)}.`,
    hoursUnknown: "Je ne connais pas les horaires d'ouverture.",
    dayNotUnderstood:
      'Quel jour voulez-vous dire ? Vous pouvez dire une date, un jour de la semaine, demain, ce week-end ou la semaine prochaine.',
    dayOver: 'Ce jour est déjà passé.',
    askDayOrWeek: 'De quel jour ou de quelle semaine parlez-vous ?',

    freeOn: (day, times) => `${capitalized(on(day))}, il y a de la place ${and(times)}.`,
    moreTimes: "Il y a encore d'autres horaires.",
    nothingFree: "Rien n'est libre à ce moment-là.",
    nothingFreeOn: (day) => `${capitalized(on(day))}, rien n'est libre.`,
    nextFree: (next) => `La prochaine place est ${next}.`,
    calendarUnread:
      "Je ne vois pas tout l'agenda pour le moment, je ne peux donc pas proposer d'horaire. Veuillez réessayer plus tard.",
    notPossible: "Cet horaire n'est pas possible.",
    timeOver: (moment) => `Ce serait ${moment}, et c'est déjà passé. Quel autre horaire souhaitez-vous ?`,
    skippedTime: "À cause du changement d'heure, cet horaire n'existe pas ce jour-là.",
    customerLimit: "Vous avez déjà ce jour-là autant de rendez-vous qu'un client peut en avoir.",
    tooFar: (latest) =>
      `C'est trop longtemps à l'avance.${latest ? ` Le dernier jour possible est ${on(latest)}.` : ''}`,
    possible: (instead) => `Ce serait possible ${or(instead)}.`,

    askToBook: (appointment, name, callback) =>
      `Je réserverais ${appointment}${name ? `, au nom ${ELIDED.test(name) ? "d'" : 'de '}${name}` : ''}.${callback ? ` Numéro de rappel : ${callback}.` : ''} C'est bien cela ?`,
    askToMove: (from, to, staff) =>
      `Je déplacerais ${from}. Le nouveau rendez-vous serait ${to}${staff ? `, avec ${titled(staff)}` : ''}. C'est bien cela ?`,
    askToChangePerson: (appointment, staff) =>
      `Je modifierais ${appointment}. Le rendez-vous serait à la même heure avec ${titled(staff)}. C'est bien cela ?`,
    askToCancel: (appointment) => `J'annulerais ${appointment}. C'est bien cela ?`,
    askToNote: (appointment) => `Je le noterais pour notre équipe : ${appointment}. C'est bien cela ?`,
    haveAlready: (appointments) => `Vous avez déjà ${and(appointments)}.`,
    booked: (appointment) => `C'est réservé : ${appointment}.`,
    moved: (appointment) => `C'est déplacé. Vous avez maintenant ${appointment}.`,
    personChanged: (appointment) => `C'est modifié. Vous avez maintenant ${appointment}.`,
    notMoved: (appointment) =>
      `Nous ne proposons pas cela en ce moment, je ne peux donc pas le déplacer. Vous avez toujours ${appointment}.`,
    cancelled: (appointment) => `C'est annulé : ${appointment}.`,
    noted: (appointment) => `C'est noté pour notre équipe : ${appointment}.`,

    appointments: (appointments, others) =>
      `Vous avez ${and([...appointments, ...(others > 0 ? [others === 1 ? '1 autre rendez-vous' : `${others} autres rendez-vous`] : [])])}.`,
    noAppointments: 'Je ne trouve aucun rendez-vous à venir sous le numéro dont vous appelez.',
    whichAppointment: (appointments) => `De quel rendez-vous parlez-vous : ${or(appointments)} ?`,
    otherAppointments: (appointments) => `Je ne trouve pas ce rendez-vous. Vous avez ${and(appointments)}.`,

    numberUnknown:
      'Je ne vois pas le numéro dont vous appelez. Je ne peux donc pas consulter, déplacer ou annuler un rendez-vous, mais je peux en réserver un nouveau.',
    askCallbackNumber: 'Je ne vois pas votre numéro. À quel numéro pouvons-nous vous rappeler ?',
    numberNotUnderstood:
      "Je n'ai pas compris le numéro, et rien n'a été modifié. Veuillez le redire chiffre par chiffre.",
    withExtension: (number, extension) => `${number}, poste ${extension}`,
    numberRequired: 'Je ne peux pas réserver sans voir votre numéro. Veuillez rappeler sans le masquer.',
    callbackNote: (number) => `Numéro de rappel tel que dit au téléphone, non vérifié : ${number}`,
    askChecks: (checks) =>
      checks.length > 1
        ? "Puis-je avoir votre nom complet et votre date de naissance, s'il vous plaît ?"
        : checks[0] === 'name'
          ? "Puis-je avoir votre nom complet, s'il vous plaît ?"
          : "Puis-je avoir votre date de naissance, s'il vous plaît ?",
    askOtherName: 'Quel est le nom complet de la personne qui viendra ?',
    notVerified: 'Cela ne correspond à aucun rendez-vous sous ce numéro. Veuillez le redire.',
    tooManyAttempts:
      'Je ne peux pas consulter de rendez-vous pendant cet appel. Veuillez demander à notre équipe de vous rappeler.',

    failures: {
      notUnderstood: "Je n'ai pas compris, et rien n'a été modifié. Veuillez le redire.",
      unavailable: "Je n'ai pas pu joindre l'agenda, et rien n'a été modifié. Veuillez réessayer dans un instant.",
      broken:
        "Quelque chose ne fonctionne pas chez nous, et rien n'a été modifié. Veuillez demander à notre équipe de vous rappeler.",
      changedMeanwhile:
        "Le rendez-vous vient de changer, je l'ai donc laissé tel quel. Veuillez me demander de le consulter à nouveau.",
      refused: "Ce n'est pas possible, et rien n'a été modifié. Veuillez choisir un autre horaire.",
      outcomeUnknown:
        "L'agenda n'a pas répondu, je ne sais donc pas si cela a fonctionné. Veuillez me le redemander dans un instant : rien n'est fait deux fois.",
    },
  };
};
