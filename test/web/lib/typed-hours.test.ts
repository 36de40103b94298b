import { afterEach, describe, expect, it } from 'vitest';
import { parseOpeningHours } from '../../../src/lib/time/opening-hours.ts';
import { setLocale } from '../../../src/web/lib/time.ts';
import { englishHours, hoursInField } from '../../../src/web/lib/typed-hours.ts';

setLocale('en-US');
afterEach(() => setLocale('en-US'));

describe('opening hours that a person types', () => {
  it.each([
    ['Di-Fr 9-12', 'Tue-Fri 09:00-12:00'],
    ['Dienstag–Freitag 9.30-12 Uhr', 'Tue–Fri 09:30-12:00'],
    ['Mo-Fr 08:00-12:00, 13:00-17:00; Sa, So geschlossen', 'Mon-Fri 08:00-12:00, 13:00-17:00; Sat, Sun closed'],
    ['lun.-ven. 9h-12h30', 'Mon-Fri 09:00-12:30'],
    ['mardi,jeudi 9h30-18h', 'Tue,Thu 09:30-18:00'],
    ['lun-mar, gio 9-13', 'Mon-Tue, Thu 09:00-13:00'],
    ['miércoles, sabado 09:00-14:00', 'Wed, Sat 09:00-14:00'],
    ['terça-feira-sex. 9-18', 'Tue-Fri 09:00-18:00'],
    ['1st,3rd Sa 09:00-12:00', '1st,3rd Sat 09:00-12:00'],
    ['Monday-Fri 8-17', 'Mon-Fri 08:00-17:00'],
    ['daily 0-24', 'daily 00:00-24:00'],
    ['last Fri 10:00-12:00; Sun closed', 'last Fri 10:00-12:00; Sun closed'],
    ['Mon 9am-5pm', 'Mon 09:00-17:00'],
    ['Mon-Fri 9:30 a.m. – 12 p.m., 1-5 pm', 'Mon-Fri 09:30-12:00, 13:00-17:00'],
    ['Sat 9-5pm', 'Sat 09:00-17:00'],
    ['Sat 12am-12pm', 'Sat 00:00-12:00'],
    ['Monday to Friday from 9 to 12 and 1pm to 5pm', 'Mon-Fri 09:00-12:00, 13:00-17:00'],
    ['Mon and Tue: 9-12', 'Mon, Tue 09:00-12:00'],
    ['Montag bis Freitag von 9 bis 12 Uhr und 13 bis 17 Uhr', 'Mon-Fri 09:00-12:00, 13:00-17:00'],
    ['Mo und Mi 8-12', 'Mon, Wed 08:00-12:00'],
    ['du lundi au vendredi de 9h à 12h30', 'Mon-Fri 09:00-12:30'],
    ['de lunes a viernes de 9 a 14 y de 16 a 20', 'Mon-Fri 09:00-14:00, 16:00-20:00'],
    ['dal lunedì al venerdì dalle 9 alle 13', 'Mon-Fri 09:00-13:00'],
    ['de segunda a sexta das 9h às 18h', 'Mon-Fri 09:00-18:00'],
    ['Mon to Fri: 9 am to 5 pm', 'Mon-Fri 09:00-17:00'],
    ['Monday and Wednesday, 9am–5:30pm; Sunday: closed', 'Mon, Wed 09:00-17:30; Sun closed'],
    ['1st and 3rd Sat from 9 until 12', '1st, 3rd Sat 09:00-12:00'],
    ['Mo bis Fr von 9 bis 12 Uhr und von 13 bis 17 Uhr 30', 'Mon-Fri 09:00-12:00, 13:00-17:30'],
    ['Mo und Mi zwischen 9 und 17 Uhr', 'Mon, Wed 09:00-17:00'],
    ['du lundi au vendredi de 9h à 12h30 et de 14h à 18h', 'Mon-Fri 09:00-12:30, 14:00-18:00'],
    ['lunes a viernes de 9 a 14 y de 16 a 20', 'Mon-Fri 09:00-14:00, 16:00-20:00'],
    ['dal lunedì al venerdì dalle ore 9 alle 13 e dalle 15 alle 19', 'Mon-Fri 09:00-13:00, 15:00-19:00'],
    ['segunda a sexta das 9h às 12h e das 14h às 18h', 'Mon-Fri 09:00-12:00, 14:00-18:00'],
    ['Mo Di Do Fr 8-12 u. 14-18', 'Mon, Tue, Thu, Fri 08:00-12:00, 14:00-18:00'],
    ['Mo-Fr 0900-1700', 'Mon-Fri 09:00-17:00'],
    ['24/7', 'Mon-Sun 00:00-24:00'],
    ['Rund um die Uhr', 'Mon-Sun 00:00-24:00'],
    ['Mo, Di u. Do 8-12/14-18', 'Mon, Tue, Thu 08:00-12:00, 14:00-18:00'],
    ['Mon/Wed/Fri 9-5', 'Mon, Wed, Fri 09:00-17:00'],
    ['Sa + So 10-16', 'Sat, Sun 10:00-16:00'],
    ['lun mar jeu ven 8h-12h puis 14h-18h', 'Mon, Tue, Thu, Fri 08:00-12:00, 14:00-18:00'],
    ['lun, mar e gio 9-13', 'Mon, Tue, Thu 09:00-13:00'],
    ['Mondays and Wednesdays 9-5', 'Mon, Wed 09:00-17:00'],
    ['montags bis donnerstags 9-12', 'Mon-Thu 09:00-12:00'],
    ['M-F 9-5', 'Mon-Fri 09:00-17:00'],
    ['L-V 9-14', 'Mon-Fri 09:00-14:00'],
    ['weekdays 9 am - 11 am, weekends 9-1', 'Mon-Fri 09:00-11:00; Sat, Sun 09:00-13:00'],
    ['jeden Tag 9-18', 'daily 09:00-18:00'],
    ['todos los días de 9 a 14', 'daily 09:00-14:00'],
    ['tutti i giorni 9-18', 'daily 09:00-18:00'],
    ['Mo-Do 8-17, Fr 8-14', 'Mon-Thu 08:00-17:00; Fri 08:00-14:00'],
    ['Mo-Fr 8-12 Uhr und 14-18 Uhr und am Sa 9-12', 'Mon-Fri 08:00-12:00, 14:00-18:00; Sat 09:00-12:00'],
    ['Mon-Fri 9-5, 1st and 3rd Sat 9-12', 'Mon-Fri 09:00-17:00; 1st, 3rd Sat 09:00-12:00'],
    ['Mon-Fri 9-5, last Fri 9-12', 'Mon-Fri 09:00-17:00; last Fri 09:00-12:00'],
    ['mardi-samedi 9h-19h, fermé dimanche et lundi', 'Tue-Sat 09:00-19:00; Sun, Mon closed'],
    ['Mo-Fr 8-18 (Mi geschlossen)', 'Mon-Fri 08:00-18:00; Wed closed'],
    ['9-5 Mon-Fri', 'Mon-Fri 09:00-17:00'],
    ['9am-5pm Mon-Fri, 10am-2pm Sat', 'Mon-Fri 09:00-17:00; Sat 10:00-14:00'],
    ['from 9 to 5 on weekdays', 'Mon-Fri 09:00-17:00'],
    ['9-12, 14-18 Mo, Di und Do; 9-12 Fr', 'Mon, Tue, Thu 09:00-12:00, 14:00-18:00; Fri 09:00-12:00'],
    ['de 9h à 18h du lundi au vendredi', 'Mon-Fri 09:00-18:00'],
    ['8-17 Mo-Fr; Sa geschlossen', 'Mon-Fri 08:00-17:00; Sat closed'],
    ['1. und 3. Samstag 9-12', '1st, 3rd Sat 09:00-12:00'],
    ['Mo-Fr 9-17, 1. Sa 9-12', 'Mon-Fri 09:00-17:00; 1st Sat 09:00-12:00'],
    ['1er et 3e samedi 9h-12h', '1st, 3rd Sat 09:00-12:00'],
    ['1° e 3° sabato 9-12', '1st, 3rd Sat 09:00-12:00'],
    ['first and third Saturday of the month 9-12', '1st, 3rd Sat 09:00-12:00'],
    ['jeden letzten Freitag im Monat 9-12', 'last Fri 09:00-12:00'],
    ['primer y tercer sábado del mes 9-12', '1st, 3rd Sat 09:00-12:00'],
    ['última sexta do mês 9-12', 'last Fri 09:00-12:00'],
    ['every 2nd and 4th Sat 9-12', '2nd, 4th Sat 09:00-12:00'],
    ['jeden zweiten Samstag im Monat 9-12', '2nd Sat 09:00-12:00'],
    ['jeden ersten Samstag 9-12', '1st Sat 09:00-12:00'],
    ['todas as segundas das 9 às 18', 'Mon 09:00-18:00'],
    // A full stop behind a time begins other days.
    ['Mo-Fr 9-5. Sa 10-12', 'Mon-Fri 09:00-17:00; Sat 10:00-12:00'],
  ])('%s is %s', (typed, read) => {
    expect(englishHours(typed)).toBe(read);
    expect(() => parseOpeningHours(read)).not.toThrow();
  });

  it.each([
    'whenever',
    'Feiertage 09:00-12:00',
    'werktags 09:00-18:00',
    'Mon 13am',
    'Ma-Za 10:00-12:00',
    '09:00-17:00',
  ])('%s stays as it is', (typed) => {
    expect(englishHours(typed)).toBe(typed);
  });

  it.each([
    ['Mon-Fri 9-5; every second Sat 9-12', 'every second sat'],
    ['every 2nd Sat 9-12', 'every 2nd sat'],
    ['every other Sat 9-12', 'every other sat'],
    ['jeden zweiten Samstag 9-12', 'jeden zweiten samstag'],
    ['jeden 2. Sa 9-12', 'jeden 2. sa'],
    ['alle zwei Wochen Sa 9-12', 'alle zwei wochen'],
    ['un samedi sur deux 9h-12h', 'un samedi sur deux'],
    ['cada segundo sábado 9-12', 'cada segundo sabado'],
    ['un sabato sì e uno no 9-12', 'un sabato si e uno no'],
    ['ogni secondo sabato 9-12', 'ogni secondo sabato'],
    ['biweekly Sat 9-12', 'biweekly'],
  ])('%s is refused, because it may mean alternate weeks', (typed, words) => {
    expect(() => englishHours(typed)).toThrow(`"${words}" may mean alternate weeks`);
  });

  it.each(['9-5 Mon-Fri, Sat 10-2', '9-5 Mon-Fri Sat 10-2, 11-3 Sun', '9-17 Mon, 10-12'])(
    '%s is refused, because the order of days and times changes',
    (typed) => {
      expect(() => parseOpeningHours(englishHours(typed))).toThrow();
    },
  );

  it('hours of one digit that are stored are read again as they are', () => {
    expect(hoursInField('Mon 1:00-5:00')).toBe('Mon 01:00-05:00');
    expect(englishHours(hoursInField('Mon 1:00-5:00'))).toBe('Mon 01:00-05:00');
  });

  it('two letters are enough in the language of the page, and mean its days', () => {
    setLocale('fr-FR');
    expect(englishHours('Ma-Di 9-12')).toBe('Tue-Sun 09:00-12:00');
    setLocale('nl-NL');
    expect(englishHours('ma-za 10-12')).toBe('Mon-Sat 10:00-12:00');
    setLocale('da');
    expect(englishHours('ti, to 9-12')).toBe('Tue, Thu 09:00-12:00');
    setLocale('de-CH');
    expect(englishHours('Di-So 10-12')).toBe('Tue-Sun 10:00-12:00');
  });

  it.each([
    ['de-CH', 'Mo-Fr 08:00-12:00, 13:00-17:00'],
    ['fr-FR', 'lun.-ven. 08:00-12:00, 13:00-17:00'],
    ['en-GB', 'Mon-Fri 08:00-12:00, 13:00-17:00'],
    ['ja', '月-金 08:00-12:00, 13:00-17:00'],
    // What is not read again is shown in English.
    ['vi', 'Mon-Fri 08:00-12:00, 13:00-17:00'],
  ])('a field has the days of %s', (locale, shown) => {
    setLocale(locale);
    const stored = 'Mon-Fri 08:00-12:00, 13:00-17:00';
    expect(hoursInField(stored)).toBe(shown);
    expect(englishHours(shown)).toBe(stored);
  });
});
