import * as z from 'zod';
import { defineTool } from '../core/define.ts';
import { chooseService } from './business/catalogue.ts';
import { choosePerson } from './business/people.ts';
import * as field from './core/fields.ts';
import { openOffice } from './core/office.ts';
import { withoutAsking } from './said/asking-words.ts';
import { PARTS_OF_DAY, type PartOfDay } from './said/clock/parts-of-day.ts';
import { withoutCorrections } from './said/corrections.ts';
import { periodOfNextDays } from './said/days/wanted-weekdays.ts';
import { withOfferedDays } from './said/open-days.ts';
import { personApart } from './said/people/person-apart.ts';
import { relativeApart } from './said/people/relative-apart.ts';
import { withoutRepetition } from './said/series.ts';
import { dayBehindService } from './said/services/day-behind-service.ts';
import { startFromNow, vagueShiftOnDay } from './said/shifts.ts';
import { askedDaysOrSoonest } from './said/soonest.ts';
import { sayOpenTimes } from './speech/say-open-times.ts';
import { spokenSentences } from './speech/speech.ts';

export const findOpenTimes = defineTool({
  name: 'find_open_times',
  title: 'Find open times',
  description: `Free times for a service. ${field.SAY_IT}`,
  toolset: 'bookings',
  effect: 'read',
  scope: 'read:bookings',
  spoken: true,
  input: () =>
    z.strictObject({
      service: field.service(),
      date: field.date(),
      part_of_day: z.enum(Object.keys(PARTS_OF_DAY) as [PartOfDay, ...PartOfDay[]]).optional(),
      staff: field.staff(),
    }),
  output: field.spokenOutput,
  async run(given, context) {
    const office = await openOffice(context);
    const { date: saidDate, staff: saidStaff } = given;
    const apart = saidDate === undefined ? undefined : await personApart(saidDate, saidStaff, office);
    const start = apart?.start ? (await relativeApart(apart.start, office)).start : undefined;
    const input = apart ? { ...given, date: start, staff: apart.staff } : given;
    const service = await chooseService(input.service, office);
    if ('spoken' in service) return service;
    const person = await choosePerson(input.staff, service.found, office);
    if ('spoken' in person) return person;
    const fromNow = input.date === undefined ? undefined : startFromNow(input.date, office);
    const said = input.date === undefined ? undefined : withoutRepetition(fromNow ?? input.date);
    const meant = said === undefined ? undefined : await withoutAsking(withoutCorrections(said, office), office);
    // All times of the day are said for "later on Friday".
    const corrected = meant && ((await vagueShiftOnDay(meant, office))?.day ?? meant);
    const date = corrected && ((await withOfferedDays(corrected, office)) ?? corrected);
    const read = date === undefined ? [undefined] : await askedDaysOrSoonest(date, office);
    const behind =
      'spoken' in read && read.reason === undefined && date
        ? await dayBehindService(date, service.found, office)
        : undefined;
    const days = behind === undefined ? read : await askedDaysOrSoonest(behind, office);
    const next = 'spoken' in days && date !== undefined ? periodOfNextDays(date, office) : undefined;
    const asked = next ? [next] : days;
    const wanted = { part: input.part_of_day as PartOfDay | undefined, service: service.found, person: person.found };
    if (!('spoken' in asked)) return sayOpenTimes({ ...wanted, asked }, office);
    if (!asked.isPast) return asked;
    const { spoken } = await sayOpenTimes({ ...wanted, asked: [undefined] }, office);
    return { spoken: spokenSentences(asked.spoken, spoken), hint: asked.hint };
  },
});
