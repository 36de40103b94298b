import type { SpokenDay, SpokenLanguage } from './language.ts';
import { capitalized } from './words.ts';

const ordinal = (day: number) => {
  const isTeen = day >= 11 && day <= 13;
  const ending = (isTeen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[day % 10]) ?? 'th';
  return `${day}${ending}`;
};

export const english: SpokenLanguage = ({ region, and, or }) => {
  /** Without `on`. */
  const named = ({ relation, weekday, day, month, year }: SpokenDay) => {
    if (relation === 'today' || relation === 'tomorrow') return relation;
    if (relation === 'near') return `${weekday} the ${ordinal(day)}`;
    return region === 'US'
      ? `${weekday}, ${month} ${ordinal(day)}${year === undefined ? '' : `, ${year}`}`
      : `${weekday} the ${ordinal(day)} of ${month}${year === undefined ? '' : ` ${year}`}`;
  };
  const on = (day: SpokenDay) => {
    if (day.relation === 'weekly') return `on ${day.weekday}s`;
    return day.relation === 'today' || day.relation === 'tomorrow' ? day.relation : `on ${named(day)}`;
  };
  const dated = ({ day, month, year }: SpokenDay) =>
    region === 'US'
      ? `${month} ${ordinal(day)}${year === undefined ? '' : `, ${year}`}`
      : `the ${ordinal(day)} of ${month}${year === undefined ? '' : ` ${year}`}`;
  const inWeek = (from: SpokenDay | undefined) => (from ? `In the week from ${dated(from)}` : 'In the next seven days');
  const costing = (price: string) => (price === 'free' ? 'is free of charge' : `costs ${price}`);
  return {
    on,
    at: ({ text }) => `at ${text}`,
    midnight: 'midnight',
    fromTo: (from, to) => `from ${from.text} to ${to.text}`,
    clockChange: { earlier: 'before the clocks change', later: 'after the clocks change' },
    appointment: ({ service = 'an appointment', customer, staff, day, time }) =>
      `${service}${customer ? ` for ${customer}` : ''}${staff ? ` with ${staff}` : ''} ${on(day)} at ${time.text}`,
    partOfDay: { morning: 'in the morning', afternoon: 'in the afternoon', evening: 'in the evening' },
    weekdays: (first, last) => (first === last ? first : `${first} to ${last}`),

    offered: (names, others) => `We offer ${and([...names, ...(others > 0 ? [`${others} more`] : [])])}.`,
    nothingOffered: 'Nothing can be booked at the moment.',
    service({ name, length, price }) {
      const costs = price && costing(price);
      if (length && price) return `${name} takes ${length} and ${costs}.`;
      if (length) return `${name} takes ${length}.`;
      return price ? `${name} ${costs}.` : `We offer ${name}.`;
    },
    priceFrom: (day, price) => `From ${dated(day)} on, it ${costing(price)}.`,
    notOffered: 'We do not offer that.',
    notAllOffered: 'We do not offer all of that.',
    whichOne: (names) => `Do you mean ${or(names)}?`,
    askTime: 'Which exact time would you like?',
    whichTime: (times) => `Do you mean ${or(times)}?`,
    firstOfSeries: 'I can only book one appointment at a time, so let us begin with the first one.',
    askNext: 'That is the first one. On which day shall the next one be?',
    bookedSeparately: (names) => `${and(names)} are booked separately. Which one first?`,
    unknownPerson: (names) =>
      names.length > 0 ? `I do not know that person. You can choose ${or(names)}.` : 'I do not know that person.',
    otherPeople: (name, names) => `${name} does not do that.${names.length > 0 ? ` You can choose ${or(names)}.` : ''}`,
    personNotChosen: 'I cannot choose the person here. Shall I look for a time with anyone?',

    byAppointment: (periods) => `by appointment ${and(periods)}`,
    openOn: (day, periods) => `${capitalized(on(day))} we are open ${and(periods)}.`,
    closedOn: (day, reason) => `${capitalized(on(day))} we are closed${reason ? `: ${reason}` : ''}.`,
    closedForToday: 'We are closed for today.',
    worksOn: (name, day, periods) =>
      `${capitalized(on(day))} ${name} ${periods.length > 0 ? `works ${and(periods)}` : 'does not work'}.`,
    openInWeek: (from, open, closed) =>
      `${inWeek(from)} we are open ${open.map(({ days, periods }) => `${days} ${and(periods)}`).join('; ')}.${closed.length > 0 ? ` We are closed ${and(closed)}.` : ''}`,
    closedInWeek: (from) => `${inWeek(from)} we are closed.`,
    hoursUnknown: 'I do not know the opening hours.',
    dayNotUnderstood: 'Which day do you mean? You can say a date, a weekday, tomorrow, this weekend or next week.',
    dayOver: 'That day is already over.',
    askDayOrWeek: 'Which day or week do you mean?',

    freeOn: (day, times) =>
      `${capitalized(named(day))}: ${and(times.map((time) => time.replace(/^(at|from) /, '')))} ${times.length === 1 && times[0]?.startsWith('at ') ? 'is' : 'are'} free.`,
    moreTimes: 'There are more times.',
    nothingFree: 'Nothing is free then.',
    nothingFreeOn: (day) => `Nothing is free ${on(day)}.`,
    nextFree: (next) => `The next free time is ${next}.`,
    calendarUnread:
      'I cannot see the whole calendar at the moment, so I cannot name a free time. Please try again later.',
    notPossible: 'That time is not possible.',
    timeOver: (moment) => `That would be ${moment}, which is already over. Which other time would you like?`,
    skippedTime: 'The clocks change then, and that time is skipped.',
    customerLimit: 'You already have as many appointments on that day as one customer can have.',
    tooFar: (latest) => `That is too far ahead.${latest ? ` The latest possible day is ${named(latest)}.` : ''}`,
    possible: (instead) => `It would be possible ${or(instead)}.`,

    askToBook: (appointment, name, callback) =>
      `I would book ${appointment}${name ? `, under the name ${name}` : ''}.${callback ? ` Callback number ${callback}.` : ''} Is that right?`,
    askToMove: (from, to, staff) =>
      `I would move ${from} to a new time, ${to}${staff ? `, with ${staff}` : ''}. Is that right?`,
    askToChangePerson: (appointment, staff) =>
      `I would change ${appointment}: it would be with ${staff}, at the same time. Is that right?`,
    askToCancel: (appointment) => `I would cancel ${appointment}. Is that right?`,
    askToNote: (appointment) => `I would note that for our team: ${appointment}. Is that right?`,
    haveAlready: (appointments) => `You already have ${and(appointments)}.`,
    booked: (appointment) => `It is booked: ${appointment}.`,
    moved: (appointment) => `It is moved. You now have ${appointment}.`,
    personChanged: (appointment) => `It is changed. You now have ${appointment}.`,
    notMoved: (appointment) =>
      `We do not offer that at the moment, so I cannot move it. You still have ${appointment}.`,
    cancelled: (appointment) => `It is cancelled: ${appointment}.`,
    noted: (appointment) => `It is noted for our team: ${appointment}.`,

    appointments: (appointments, others) =>
      `You have ${and([...appointments, ...(others > 0 ? [`${others} more`] : [])])}.`,
    noAppointments: 'I find no appointment ahead under the number you are calling from.',
    whichAppointment: (appointments) => `Which appointment do you mean: ${or(appointments)}?`,
    otherAppointments: (appointments) => `I do not find that one. You have ${and(appointments)}.`,

    numberUnknown:
      'I cannot see the number you are calling from, so I cannot look up, move or cancel an appointment. I can book a new one.',
    askCallbackNumber: 'I cannot see your number. Under which number can we call you back?',
    numberNotUnderstood: 'I did not understand the number, and nothing was changed. Please say it digit by digit.',
    withExtension: (number, extension) => `${number}, extension ${extension}`,
    numberRequired: 'I cannot book without seeing your number. Please call again without hiding it.',
    callbackNote: (number) => `Callback number as the caller said it, not verified: ${number}`,
    askChecks: (checks) =>
      checks.length > 1
        ? 'May I have your full name and your date of birth, please?'
        : checks[0] === 'name'
          ? 'May I have your full name, please?'
          : 'May I have your date of birth, please?',
    askOtherName: 'What is the full name of the person who is coming?',
    notVerified: 'I cannot match that with an appointment under this number. Please say it once more.',
    tooManyAttempts: 'I cannot look up appointments in this call. Please ask our team to call you back.',

    failures: {
      notUnderstood: 'I did not understand that, and nothing was changed. Please say it once more.',
      unavailable: 'I could not reach the calendar, and nothing was changed. Please try again in a moment.',
      broken: 'Something does not work on our side, and nothing was changed. Please ask our team to call you back.',
      changedMeanwhile: 'The appointment has just changed, so I left it as it is. Please ask me to look it up again.',
      refused: 'That is not possible, and nothing was changed. Please choose another time.',
      outcomeUnknown:
        'The calendar did not answer, so I do not know whether it worked. Please ask me again in a moment: nothing is done twice.',
    },
  };
};
