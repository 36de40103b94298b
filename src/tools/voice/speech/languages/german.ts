import type { SpokenDay, SpokenLanguage } from './language.ts';
import { capitalized } from './words.ts';

/** As the object of a verb, and after prepositions. */
const titled = (name: string) => name.replace(/^Herr(?=\s)/, 'Herrn');

export const german: SpokenLanguage = ({ and, or }) => {
  const on = ({ relation, weekday, day, month, year }: SpokenDay) => {
    if (relation === 'today') return 'heute';
    if (relation === 'tomorrow') return 'morgen';
    if (relation === 'weekly') return `${weekday.toLowerCase()}s`;
    const date = relation === 'near' ? '' : ` ${month}${year === undefined ? '' : ` ${year}`}`;
    return `am ${weekday}, den ${day}.${date}`;
  };
  const dated = ({ day, month, year }: SpokenDay) => `${day}. ${month}${year === undefined ? '' : ` ${year}`}`;
  const inWeek = (from: SpokenDay | undefined) =>
    from ? `In der Woche ab dem ${dated(from)}` : 'In den nächsten sieben Tagen';
  const costing = (price: string) => (price === 'free' ? 'ist kostenlos' : `kostet ${price}`);
  return {
    on,
    at: ({ text }) => `um ${text} Uhr`,
    fromTo: (from, to) => `von ${from.text} bis ${to.text} Uhr`,
    clockChange: { earlier: 'vor der Zeitumstellung', later: 'nach der Zeitumstellung' },
    appointment: ({ service = 'einen Termin', customer, staff, day, time }) =>
      `${service}${customer ? ` für ${titled(customer)}` : ''}${staff ? ` bei ${titled(staff)}` : ''} ${on(day)} um ${time.text} Uhr`,
    partOfDay: { morning: 'am Vormittag', afternoon: 'am Nachmittag', evening: 'am Abend' },
    weekdays: (first, last) => (first === last ? first : `${first} bis ${last}`),

    offered: (names, others) =>
      `Wir bieten an: ${and([...names, ...(others > 0 ? [others === 1 ? 'eine weitere Leistung' : `${others} weitere Leistungen`] : [])])}.`,
    nothingOffered: 'Im Moment kann man bei uns nichts buchen.',
    service({ name, length, price }) {
      const costs = price && costing(price);
      if (length && price) return `${name} dauert ${length} und ${costs}.`;
      if (length) return `${name} dauert ${length}.`;
      return price ? `${name} ${costs}.` : `Wir bieten ${name} an.`;
    },
    priceFrom: (day, price) => `Ab dem ${dated(day)} ${price === 'free' ? 'ist es kostenlos' : `kostet es ${price}`}.`,
    notOffered: 'Das bieten wir nicht an.',
    notAllOffered: 'Nicht alles davon bieten wir an.',
    whichOne: (names) => `Meinen Sie ${or(names.map(titled))}?`,
    askTime: 'Welche genaue Uhrzeit wünschen Sie?',
    whichTime: (times) => `Meinen Sie ${or(times)}?`,
    firstOfSeries: 'Ich kann immer nur einen Termin buchen, deshalb beginnen wir mit dem ersten.',
    askNext: 'Das ist der erste Termin. An welchem Tag soll der nächste sein?',
    bookedSeparately: (names) => `${and(names)} werden einzeln gebucht. Womit fangen wir an?`,
    unknownPerson: (names) =>
      names.length > 0
        ? `Diese Person kenne ich nicht. Zur Auswahl stehen: ${and(names)}.`
        : 'Diese Person kenne ich nicht.',
    otherPeople: (name, names) =>
      `${name} macht das nicht.${names.length > 0 ? ` Zur Auswahl stehen: ${and(names)}.` : ''}`,
    personNotChosen: 'Die Person kann ich hier nicht auswählen. Soll ich unabhängig davon nach einer Zeit suchen?',

    byAppointment: (periods) => `nach Vereinbarung ${and(periods)}`,
    openOn: (day, periods) => `${capitalized(on(day))} haben wir ${and(periods)} geöffnet.`,
    closedOn: (day, reason) => `${capitalized(on(day))} haben wir geschlossen${reason ? `: ${reason}` : ''}.`,
    closedForToday: 'Für heute haben wir schon geschlossen.',
    worksOn: (name, day, periods) =>
      `${capitalized(on(day))} arbeitet ${name} ${periods.length > 0 ? and(periods) : 'nicht'}.`,
    openInWeek: (from, open, closed) =>
      `${inWeek(from)} haben wir geöffnet: ${open.map(({ days, periods }) => `${days} ${and(periods)}`).join('; ')}.${closed.length > 0 ? ` Geschlossen: ${and(closed)}.` : ''}`,
    closedInWeek: (from) => `${inWeek(from)} haben wir geschlossen.`,
    hoursUnknown: 'Die Öffnungszeiten kenne ich nicht.',
    dayNotUnderstood:
      'Welchen Tag meinen Sie? Sie können ein Datum, einen Wochentag, morgen, dieses Wochenende oder nächste Woche sagen.',
    dayOver: 'Dieser Tag ist schon vorbei.',
    askDayOrWeek: 'Welchen Tag oder welche Woche meinen Sie?',

    freeOn: (day, times) => `${capitalized(on(day))} ist ${and(times)} etwas frei.`,
    moreTimes: 'Es gibt noch weitere Zeiten.',
    nothingFree: 'Dann ist nichts frei.',
    nothingFreeOn: (day) => `${capitalized(on(day))} ist nichts frei.`,
    nextFree: (next) => `Die nächste freie Zeit ist ${next}.`,
    calendarUnread:
      'Ich sehe im Moment nicht den ganzen Kalender und kann deshalb keine freie Zeit nennen. Bitte versuchen Sie es später noch einmal.',
    notPossible: 'Diese Zeit geht leider nicht.',
    timeOver: (moment) => `Das wäre ${moment}, und das ist schon vorbei. Welche andere Zeit möchten Sie?`,
    skippedTime: 'Wegen der Zeitumstellung gibt es diese Uhrzeit an dem Tag nicht.',
    customerLimit: 'Sie haben an diesem Tag schon so viele Termine, wie ein Kunde haben kann.',
    tooFar: (latest) =>
      `So weit im Voraus geht es leider nicht.${latest ? ` Möglich ist es spätestens ${on(latest)}.` : ''}`,
    possible: (instead) => `Möglich wäre es ${or(instead)}.`,

    askToBook: (appointment, name, callback) =>
      `Ich würde buchen: ${appointment}${name ? `, auf den Namen ${name}` : ''}.${callback ? ` Rückrufnummer: ${callback}.` : ''} Stimmt das so?`,
    askToMove: (from, to, staff) =>
      `Ich würde verschieben: ${from}. Der neue Termin wäre ${to}${staff ? ` bei ${titled(staff)}` : ''}. Stimmt das so?`,
    askToChangePerson: (appointment, staff) =>
      `Ich würde ändern: ${appointment}. Der Termin wäre zur selben Zeit bei ${titled(staff)}. Stimmt das so?`,
    askToCancel: (appointment) => `Ich würde absagen: ${appointment}. Stimmt das so?`,
    askToNote: (appointment) => `Ich würde das für unser Team notieren: ${appointment}. Stimmt das so?`,
    haveAlready: (appointments) => `Sie haben schon ${and(appointments)}.`,
    booked: (appointment) => `Es ist gebucht: ${appointment}.`,
    moved: (appointment) => `Es ist verschoben. Sie haben jetzt ${appointment}.`,
    personChanged: (appointment) => `Es ist geändert. Sie haben jetzt ${appointment}.`,
    notMoved: (appointment) =>
      `Das bieten wir im Moment nicht an, deshalb kann ich es nicht verschieben. Es bleibt dabei: ${appointment}.`,
    cancelled: (appointment) => `Es ist abgesagt: ${appointment}.`,
    noted: (appointment) => `Es ist für unser Team notiert: ${appointment}.`,

    appointments: (appointments, others) =>
      `Sie haben ${and([...appointments, ...(others > 0 ? [others === 1 ? 'einen weiteren Termin' : `${others} weitere Termine`] : [])])}.`,
    noAppointments: 'Unter der Nummer, von der Sie anrufen, finde ich keinen kommenden Termin.',
    whichAppointment: (appointments) => `Welchen Termin meinen Sie: ${or(appointments)}?`,
    otherAppointments: (appointments) => `Diesen Termin finde ich nicht. Sie haben ${and(appointments)}.`,

    numberUnknown:
      'Ich sehe die Nummer nicht, von der Sie anrufen. Deshalb kann ich keinen Termin nachsehen, verschieben oder absagen, aber einen neuen buchen.',
    askCallbackNumber: 'Ich sehe Ihre Nummer nicht. Unter welcher Nummer können wir Sie zurückrufen?',
    numberNotUnderstood:
      'Die Nummer habe ich nicht verstanden, und es wurde nichts geändert. Bitte nennen Sie jede Ziffer einzeln.',
    withExtension: (number, extension) => `${number}, Durchwahl ${extension}`,
    numberRequired:
      'Ohne Ihre Nummer zu sehen, kann ich nicht buchen. Bitte rufen Sie noch einmal mit sichtbarer Nummer an.',
    callbackNote: (number) => `Rückrufnummer, wie der Anrufer sie gesagt hat, nicht geprüft: ${number}`,
    askChecks: (checks) =>
      checks.length > 1
        ? 'Wie ist bitte Ihr vollständiger Name, und wann sind Sie geboren?'
        : checks[0] === 'name'
          ? 'Wie ist bitte Ihr vollständiger Name?'
          : 'Wann sind Sie bitte geboren?',
    askOtherName: 'Wie ist bitte der vollständige Name der Person, die kommt?',
    notVerified: 'Das kann ich keinem Termin unter dieser Nummer zuordnen. Bitte sagen Sie es noch einmal.',
    tooManyAttempts:
      'In diesem Anruf kann ich keine Termine nachsehen. Bitte lassen Sie sich von unserem Team zurückrufen.',

    failures: {
      notUnderstood: 'Das habe ich nicht verstanden, und es wurde nichts geändert. Bitte sagen Sie es noch einmal.',
      unavailable:
        'Ich habe den Kalender nicht erreicht, und es wurde nichts geändert. Bitte versuchen Sie es gleich noch einmal.',
      broken:
        'Bei uns funktioniert etwas nicht, und es wurde nichts geändert. Bitte lassen Sie sich von unserem Team zurückrufen.',
      changedMeanwhile:
        'Der Termin hat sich gerade geändert, deshalb habe ich ihn so gelassen. Bitte lassen Sie mich noch einmal nachsehen.',
      refused: 'Das ist nicht möglich, und es wurde nichts geändert. Bitte wählen Sie eine andere Zeit.',
      outcomeUnknown:
        'Der Kalender hat nicht geantwortet, deshalb weiß ich nicht, ob es geklappt hat. Bitte fragen Sie mich gleich noch einmal: Es wird nichts doppelt gemacht.',
    },
  };
};
