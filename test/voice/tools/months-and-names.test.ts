import { expect, it } from 'vitest';
import { useTurns } from './support/asking.ts';
import { confirmed } from './support/office.ts';

/** Names that are also those of months. Today is Monday, 2 March 2026, 10:00. */
const open = useTurns();

it.each([
  ['en-GB', 'April', 'in April', "April's appointment"],
  ['en-GB', 'May', 'the one in May', 'the one for May'],
  ['en-GB', 'June', 'my appointment in June', 'June'],
  ['en-GB', 'August', 'the cleaning in August', 'the cleaning for August'],
  ['de-DE', 'April', 'im April', 'der von April'],
  ['de-DE', 'August', 'mein Termin im August', 'der von August'],
  ['fr-FR', 'April', 'celui en avril', 'celui de April'],
  ['es-ES', 'Abril', 'en abril', 'la de Abril'],
  ['es-ES', 'Julio', 'la cita en julio', 'la cita de Julio'],
  ['it-IT', 'April', 'in April', 'quello di April'],
  ['pt-BR', 'Abril', 'a consulta em abril', 'a consulta de Abril'],
])(
  'in %s, where %s has an appointment in March, %j is the month, and %j the name',
  async (language, name, month, person) => {
    const { call } = await open(language);
    const inMonth = { April: '04', Abril: '04', May: '05', June: '06', Julio: '07', August: '08' }[name];
    const service = 'Cleaning';
    await confirmed(call, 'create_booking', { service, start: '2026-03-06T14:00', caller_name: `${name} Archer` });
    await confirmed(call, 'create_booking', { service, start: `2026-${inMonth}-14T09:00`, caller_name: 'Ann Archer' });
    const heard = async (appointment: string) => (await call('cancel_booking', { appointment })).text;
    const [ofMonth, ofPerson] = [await heard(`2026-${inMonth}-14T09:00`), await heard('2026-03-06T14:00')];
    expect(ofMonth).not.toBe(ofPerson);
    expect(await heard(month)).toBe(ofMonth);
    expect(await heard(person)).toBe(ofPerson);
  },
);
