import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';

/** An appointment on Friday the 6th at 14:00 is moved with a verb and an amount. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();
const HOUR_MS = 3_600_000;

async function questionsTo(language: string, texts: readonly string[]): Promise<string[]> {
  const { withBooking, move, wait } = await open(language);
  await withBooking();
  const questions: string[] = [];
  for (const text of texts) {
    // What was said before is forgotten.
    wait(HOUR_MS);
    questions.push(await move(text));
  }
  return questions;
}

it.each([
  [
    'en-GB',
    ['push my appointment back an hour', 'can you push my cleaning back by an hour', 'push it an hour back'],
    /on Friday the 6th at 15:00\. Is/,
  ],
  ['en-GB', ['I need to move it an hour later', 'postpone it by one hour'], /on Friday the 6th at 15:00\. Is/],
  ['en-GB', ['bring my appointment forward half an hour'], /on Friday the 6th at 13:30\. Is/],
  [
    'de-DE',
    ['den Termin eine Stunde nach hinten schieben', 'um eine Stunde verschieben'],
    /am Freitag, den 6\. um 15:00/,
  ],
  ['de-DE', ['können Sie meinen Termin um eine halbe Stunde vorziehen'], /am Freitag, den 6\. um 13:30/],
  ['fr-FR', ["repousser d'une heure", "décaler mon rendez-vous d'une heure"], /le vendredi 6 à 15:00\. C/],
  ['fr-FR', ["avancer mon rendez-vous d'une demi-heure", "avancez-le d'une demi-heure"], /le vendredi 6 à 13:30\. C/],
  ['es-ES', ['retrasar la cita una hora', 'aplazarla una hora'], /el viernes 6 a las 15:00\. ¿/],
  ['es-ES', ['adelantar la cita media hora', 'adelántela media hora'], /el viernes 6 a las 13:30\. ¿/],
  ['it-IT', ["posticipare l'appuntamento di un'ora", "rimandarlo di un'ora"], /venerdì 6 alle 15:00\. È/],
  ['it-IT', ["anticipare l'appuntamento di mezz'ora", "anticipatelo di mezz'ora"], /venerdì 6 alle 13:30\. È/],
  ['pt-BR', ['adiar a consulta uma hora', 'atrasar uma hora'], /na sexta-feira, dia 6, às 15:00\. Está/],
  [
    'pt-BR',
    ['adiantar a consulta meia hora', 'antecipe a consulta meia hora'],
    /na sexta-feira, dia 6, às 13:30\. Está/,
  ],
])('in %s, %j is the time of the appointment with the amount', async (language, texts, question) => {
  for (const said of await questionsTo(language, texts)) expect(said).toMatch(question);
});

it.each([
  ['en-GB', 'move my appointment forward half an hour', 'Do you mean at 13:30 or at 14:30?'],
  ['en-GB', 'put it forward an hour', 'Do you mean at 13:00 or at 15:00?'],
  ['de-DE', 'den Termin um eine Stunde verlegen', 'Meinen Sie um 13:00 Uhr oder um 15:00 Uhr?'],
  ['es-ES', 'mover la cita una hora', '¿Quiere decir a las 13:00 o a las 15:00?'],
  ['it-IT', "spostare l'appuntamento di un'ora", 'Intende alle 13:00 o alle 15:00?'],
])('in %s, %j can be earlier or later, and is asked about', async (language, text, question) => {
  expect(await questionsTo(language, [text])).toEqual([question]);
});

it('a caller who is late, and says it with the same word, still leaves a note', async () => {
  const [said] = await questionsTo('es-ES', ['llego con diez minutos de retraso']);
  expect(said).toMatch(/^Lo anotaría para nuestro equipo: Cleaning/);
});

it.each([
  ['en-GB', ['Friday later', 'later on Friday', 'Friday, a bit later'], /^Friday the 6th: 14:15 to 16:15 are free\. /],
  ['en-GB', ['Friday, a bit earlier'], /^Friday the 6th: 8:00 to 11:15 and 13:00 to 13:45 are free\. /],
  ['en-GB', ['Thursday, a bit later'], /^Thursday the 5th: 8:00 to 11:15 and 13:00 to 16:15 are free\. /],
  ['de-DE', ['Freitag später', 'am Freitag etwas später'], /^Am Freitag, den 6\. ist von 14:15 bis/],
  ['fr-FR', ['vendredi plus tard'], /^Le vendredi 6, il y a de la place de 14:15 à/],
  ['es-ES', ['el viernes más tarde'], /^El viernes 6 hay hueco de 14:15 a/],
  ['it-IT', ['venerdì più tardi'], /^Venerdì 6 c'è posto dalle 14:15 /],
  ['pt-BR', ['sexta mais tarde'], /^Na sexta-feira, dia 6, há vaga das 14:15 /],
])('in %s, %j leads to the times of the day on that side of the appointment', async (language, texts, times) => {
  for (const said of await questionsTo(language, texts)) expect(said).toMatch(times);
});

it('"later on Friday" has the times of that day also without an appointment', async () => {
  const { find, book } = await open();
  expect(await find('later on Friday')).toBe('Friday the 6th: 8:00 to 11:15 and 13:00 to 16:15 are free.');
  await book('Friday at 2');
  expect(await book('Friday, a bit later')).toMatch(/^Friday the 6th: 14:15 to 16:15 are free\. /);
});

it.each([
  [
    'en-GB',
    ['same day, first thing', 'the same day but first thing in the morning'],
    /^Friday the 6th: 8:00 to 11:15 /,
  ],
  ['de-DE', ['am selben Tag, gleich morgens', 'am selben Tag ganz früh'], /^Am Freitag, den 6\. ist von 8:00 bis 9:45/],
  ['fr-FR', ['le même jour, à la première heure'], /^Le vendredi 6, il y a de la place de 8:00 à 9:45/],
  ['es-ES', ['el mismo día, a primera hora'], /^El viernes 6 hay hueco de 8:00 a 9:45/],
  ['it-IT', ['lo stesso giorno, di prima mattina'], /^Venerdì 6 c'è posto dalle 8:00 alle 9:45/],
  ['pt-BR', ['no mesmo dia, logo cedo'], /^Na sexta-feira, dia 6, há vaga das 8:00 às 9:45/],
])('in %s, %j has the morning of its day', async (language, texts, times) => {
  for (const said of await questionsTo(language, texts)) expect(said).toMatch(times);
});

it.each([
  [
    'en-GB',
    'Thursday at 10 or 3',
    ['the morning one', 'the one in the morning', 'the first one of those'],
    /at 10:00\. Is/,
  ],
  ['en-GB', 'Thursday at 10 or 3', ['the afternoon one', 'the later one'], /at 15:00\. Is/],
  ['de-DE', 'Donnerstag um 10 oder um 15 Uhr', ['den am Vormittag', 'den vormittags'], /um 10:00 Uhr\. Stimmt/],
  ['fr-FR', 'jeudi à 10 h ou à 15 h', ['celui du matin'], /à 10:00\. C/],
  ['fr-FR', 'jeudi à 10 h ou à 15 h', ["celui de l'après-midi"], /à 15:00\. C/],
  ['es-ES', 'el jueves a las 10 o a las 3', ['el de la mañana', 'la de la mañana'], /a las 10:00\. ¿/],
  ['it-IT', 'giovedì alle 10 o alle 15', ['quello della mattina', 'quello di mattina'], /alle 10:00\. È/],
  ['pt-BR', 'quinta às 10 ou às 15', ['a da manhã', 'o da manhã'], /às 10:00\. Está/],
])('in %s, after %j, one of both is chosen by %j', async (language, start, texts, question) => {
  const { withBooking, move } = await open(language);
  await withBooking();
  for (const text of texts) {
    await move(start);
    expect.soft([text, await move(text)]).toEqual([text, expect.stringMatching(question)]);
  }
});

it('the morning one of two in the morning is asked about', async () => {
  const { withBooking, move } = await open();
  await withBooking();
  const question = await move('Thursday at 10 or 11');
  expect(await move('the morning one')).toBe(question);
});

it.each([
  ['pt-BR', 'quinta às 10', ['e quinze', 'na verdade, dez e quinze'], /às 10:15\. Está/],
  ['es-ES', 'el jueves a las 10', ['y quince'], /a las 10:15\. ¿/],
  ['it-IT', 'giovedì alle 10', ['e quindici'], /alle 10:15\. È/],
])('in %s, after %j, the minutes %j are in its hour', async (language, start, texts, question) => {
  const { withBooking, move } = await open(language);
  await withBooking();
  for (const text of texts) {
    await move(start);
    expect.soft([text, await move(text)]).toEqual([text, expect.stringMatching(question)]);
  }
});
