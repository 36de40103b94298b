import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  proposeCountry,
  proposeCurrency,
  proposePerson,
  proposeTimeZone,
} from '../../src/cli/business/init/proposals.ts';
import { setUp } from '../../src/cli/business/init.ts';
import { type OpenBusiness, openLater } from '../../src/cli/business/open-later.ts';
import { parseBusinessFile } from '../../src/cli/business/read-file.ts';
import { createPrompter } from '../../src/cli/prompts/prompter.ts';
import type { Run } from '../../src/cli/runtime/run.ts';
import { withDefaults } from '../../src/config/options/index.ts';
import { silentLogger } from '../../src/lib/logging/logger.ts';
import { runAsInstalled } from '../support/as-installed.ts';
import { temporaryFolder } from '../support/engines.ts';

/** `business init` on a terminal, played by streams. */
runAsInstalled();
let folder: string;
let business: OpenBusiness;
beforeEach(async () => {
  folder = temporaryFolder();
  business = await openLater(join(folder, 'p.db'));
});
afterEach(async () => {
  await business.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = () => join(folder, 'business.yaml');

/** Answers the questions in order, then ends the input. Returns what the person sees. */
async function answer(answers: readonly string[], options: Parameters<typeof withDefaults>[0] = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const printed: string[] = [];
  const run: Run = {
    positionals: [path()],
    options: withDefaults({ database: join(folder, 'p.db'), ...options }),
    sources: {},
    problems: [],
    invalid: {},
    isTerminal: false,
    colours: false,
    columns: 100,
    logger: silentLogger,
    print: (line) => void printed.push(line),
    write: async (text) => void printed.push(text),
    ifUnwritten: () => {},
    shutdownSignal: async () => {},
    telemetry: undefined,
  };
  input.end(answers.map((text) => `${text}\n`).join(''));
  const prompter = createPrompter(input, output);
  await setUp(business, run, prompter).finally(() => prompter.close());
  return { asked: String(output.read()), printed };
}

it('business init asks again after a wrong answer, and accepts proposals by empty answers', async () => {
  const { asked, printed } = await answer([
    'Bright Smile Dental',
    'Atlantis',
    // A country, and a state with another time.
    'Georgia',
    'USA',
    'Denver',
    'us',
    '',
    'Mon 1-5',
    'Mon to Fri: 8am-5pm; 1st Sat 9-12',
    'Cleaning 45 115',
    'Cleaning 45m 115.00, Exam 1h 189',
    'Dr. Dana Lee, Sam Ortiz',
    'pat',
    'pat@example.com',
  ]);
  expect(asked).toContain(`Time zone [${proposeTimeZone()}]: `);
  expect(asked.split('It must be an IANA time zone such as America/Denver')).toHaveLength(3);
  expect(asked).toContain('"USA" has several time zones: name one by its city, such as Anchorage, Boise, Chicago');
  expect(asked).toContain('Currency [USD]: ');
  expect(asked).toContain(
    '  "1-5" may begin in the morning or in the afternoon: write 01:00 or 13:00, or add am or pm.',
  );
  expect(asked).toContain('"Cleaning 45 115" must be a name, a duration and a price, such as Cleaning 45m 115.00');
  expect(asked).toContain('It must be an e-mail address such as owner@example.com');
  expect(printed.join('\n')).toContain('rcpt-mcp users set-password pat@example.com');
  const text = readFileSync(path(), 'utf8');
  expect(text.split('\n')[0]).toMatch(/^# yaml-language-server: \$schema=/);
  expect(text).toContain('price: 115.00');
  expect((await business.show())?.business).toMatchObject({
    name: 'Bright Smile Dental',
    time_zone: 'America/Denver',
    opening_hours: ['Mon-Fri 08:00-17:00', '1st Sat 09:00-12:00'],
    services: [{ id: 'cleaning' }, { id: 'exam', duration: '1h', price: 189 }],
    staff: [{ id: 'dr_dana_lee' }, { id: 'sam_ortiz' }],
  });
});

it('business init reads durations with hours and minutes, and refuses at once what the file could not have', async () => {
  const { asked } = await answer([
    ...['Praxis', 'Europe/Zurich', 'CH', 'CHF', ''],
    'Behandlung 30m 90.505',
    'Behandlung 30d 90',
    'Behandlung 30m 99999999999999',
    'Erstbehandlung 1h 30m 150, Sport Massage 2 h 200, Kurs 4 45 min 20',
    'Anna Müller (Leitung, Sport), Luc',
    `${'A'.repeat(300)}, Luc`,
    'Massage 50m 60,00',
    '00',
    'Anna Müller, Luc',
    '',
    'anna@example.com',
  ]);
  expect(asked).toContain('"Behandlung 30m 90.505": the price must have at most 2 decimal places');
  expect(asked).toContain('"Behandlung 30d 90": the duration must be');
  expect(asked).toContain('"Behandlung 30m 99999999999999": the price must be');
  expect(asked).toContain('"Anna Müller (Leitung" is a part of a name: commas separate people');
  expect(asked).toContain('"Massage 50m 60" is not the name of a person, such as Dr. Dana Lee, Sam Ortiz');
  expect(asked).toContain('"00" is not the name of a person');
  expect(asked).toContain("The owner's e-mail address: ");
  expect(asked).toContain('AAA…" must be a text of 1 to 200 characters');
  expect((await business.show())?.business).toMatchObject({
    services: [
      { name: 'Erstbehandlung', duration: '1h30m' },
      { name: 'Kurs 4', duration: '45m' },
      { name: 'Sport Massage', duration: '2h' },
    ],
    staff: [{ name: 'Anna Müller' }, { name: 'Luc' }],
  });
});

it('business init reads durations and prices as they are written in other countries', async () => {
  const { asked } = await answer([
    ...['Praxis', 'Europe/Berlin', 'DE', 'EUR', 'Sa 10-14 Uhr; Mo-Fr 9-17 Uhr'],
    'Massage 90 Min. 1.500',
    'Massage 90 Min. 90 USD',
    'Massage 1,5 Std. 90,50 €, Behandlung 45 Minuten 115 EUR, Kurs 1h30 €20;Beratung 30 Min 0,Kontrolle 1 Stunde 49,9 eur, Schiene 2h 80 Euro',
    ...['Anna, 45 Minuten', 'Dr. Müller und Anna Schmidt; Bo & José Ortega y Gasset', 'anna@example.com'],
  ]);
  expect(asked).toContain('"Massage 90 Min. 1.500": the price must have at most 2 decimal places');
  expect(asked).toContain('"Massage 90 Min. 90 USD" must be a name, a duration and a price');
  expect(asked).toContain('"45 Minuten" is not the name of a person');
  expect(readFileSync(path(), 'utf8')).toMatch(/opening_hours:\n +- Mon-Fri 09:00-17:00\n +- Sat 10:00-14:00/);
  expect((await business.show())?.business).toMatchObject({
    services: [
      { name: 'Behandlung', duration: '45m', price: 115 },
      { name: 'Beratung', duration: '30m', price: 0 },
      { name: 'Kontrolle', duration: '1h', price: 49.9 },
      { name: 'Kurs', duration: '1h30m', price: 20 },
      { name: 'Massage', duration: '1h30m', price: 90.5 },
      { name: 'Schiene', duration: '2h', price: 80 },
    ],
    staff: [{ name: 'Anna Schmidt' }, { name: 'Bo' }, { name: 'Dr. Müller' }, { name: 'José Ortega y Gasset' }],
  });
});

it('business init offers what options say as proposals', async () => {
  const { asked } = await answer(Array(8).fill(''), {
    name: 'Salon',
    owner: 'bo@example.com',
    'time-zone': 'Europe/Zurich',
    people: 'Bo, Bo, 田中',
  });
  expect(asked).toContain('Name of the business [Salon]: ');
  expect(asked).toContain('Country [CH]: ');
  expect(asked).toContain('Currency [CHF]: ');
  expect((await business.show())?.business.staff.map(({ id }) => id)).toEqual(['bo', 'bo_2', 'person']);
});

it('business init replaces an existing file only after a yes', async () => {
  writeFileSync(path(), 'name: Mine\n');
  const refused = await answer(['no']);
  expect(refused.asked).toContain('exists. Replace it? [y/N] ');
  expect(refused.printed).toEqual(['Nothing was changed.']);
  expect(readFileSync(path(), 'utf8')).toBe('name: Mine\n');
  await answer(['y', ...Array(7).fill(''), 'pat@example.com']);
  expect(readFileSync(path(), 'utf8')).toContain('name: My practice');
});

it('business init changes nothing if the input ends before the last answer', async () => {
  await expect(answer(['Salon', ''])).rejects.toThrow('There was no answer. Nothing was changed.');
  expect(existsSync(path())).toBe(false);
  expect(await business.state()).toMatchObject({ kind: 'new', revision: 0 });
});

it.each([
  ['America/Denver', 'en-US', 'US', 'USD'],
  ['America/Denver', 'de-DE', 'US', 'USD'],
  ['Europe/Vienna', 'en-US', 'AT', 'EUR'],
  ['Asia/Tokyo', 'ja', 'JP', 'JPY'],
  ['Asia/Kolkata', 'en', 'IN', 'INR'],
  ['UTC', 'en-GB', 'GB', 'GBP'],
])('in the zone %s, with the locale %s, the proposals are %s and %s', (zone, locale, country, currency) => {
  expect(proposeCountry(zone, locale)).toBe(country);
  expect(proposeCurrency(country)).toBe(currency);
});

it.each([
  ['Berlin', 'Deutschland', 'Europe/Berlin', 'DE'],
  ['new york', 'USA', 'America/New_York', 'US'],
  ['Deutschland', 'germany', 'Europe/Berlin', 'DE'],
  ['Österreich', 'Autriche', 'Europe/Vienna', 'AT'],
  ['UK', 'uk', 'Europe/London', 'GB'],
  ['Italia', 'Itália', 'Europe/Rome', 'IT'],
  ['europe/madrid', 'España', 'Europe/Madrid', 'ES'],
])('business init reads the time zone %s and the country %s', async (zone, country, time_zone, code) => {
  await answer(['A', zone, country, '', '', 'Haarschnitt 30m 25, Beratung 20m kostenlos', 'Bo', 'bo@example.com']);
  const { file } = parseBusinessFile(readFileSync(path(), 'utf8'), 'business.yaml');
  expect(file).toMatchObject({ time_zone, country: code, services: [{ price: 25 }, { duration: '20m', price: 0 }] });
});

it('there is a proposal for the first person on every machine, and a currency for every country', () => {
  expect(proposePerson()).not.toBe('');
  expect(proposeCurrency('ZZ')).toBe('USD');
});
