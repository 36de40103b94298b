import { describe, expect, it } from 'vitest';
import { useSalon } from './salon.ts';

/** What `rcpt-mcp bookings import` reads, refuses and shows. Nothing is imported here: every file is only predicted, unless said. */
const { on, run, importFile, report: plan } = useSalon('Full colour');

/** A day that is 30 days ahead, ISO 8601. */
const DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const [YEAR, MONTH, DATE] = DAY.split('-') as [string, string, string];

describe('the columns of a file of appointments', () => {
  it.each([
    [
      'German',
      `Termin-Nr.;Datum;Uhrzeit;Dauer (Min);Leistung;Mitarbeiter;Kunde;Telefon\n1;${DATE}.${MONTH}.${YEAR};9:00;30;Cut;Sam;Ann;`,
    ],
    [
      'English',
      `Start Time,End Time,First Name,Last Name,Phone,Email,Type,Calendar,Appointment ID\n${DAY} 9:00 am,${DAY} 9:30 am,Ann,Lee,,,Cut,Sam Ortiz,1`,
    ],
    [
      'English, with words before the parts of the customer',
      `Start Date & Time,Event Type Name,Provider,Client Name,Client E-mail,Client's phone\n${DAY} 9:00 AM,Cut,Sam Ortiz,Ann Lee,ann@example.com,+12125550123`,
    ],
    [
      'English, with longer headers',
      `Customer Name,Phone,Appointment Date,Appointment Start Time,Appointment End Time,Duration (in mins),Service Name,Staff Name,Booking ID\nAnn,,${DAY},9:00 AM,9:30 AM,30,Cut,Sam,1`,
    ],
    [
      'English, with two dates',
      `Booking Date,Booking start date,Booking start time,Booking end time,Client name,Provider,Service\n2020-01-01,${DAY},9:00,9:30,Ann,Sam,Cut`,
    ],
    [
      'English, with columns for cancelled and missed appointments',
      `Event Type Name,Start Date & Time,End Date & Time,Invitee Name,Invitee Email,Text Reminder Number,Canceled,User Name,Event UUID,Marked as No-Show\nCut,${DAY} 09:00 am,${DAY} 09:30 am,Ann,,+12125550123,false,Sam,u1,No`,
    ],
    [
      'German, with words before the parts of the customer',
      `Termindatum;Terminzeit;Besuchsgrund;Ressource;Kunde Vorname;Kunde Nachname;Kunden-E-Mail\n${DAY};9:00;Cut;Sam;Ann;Lee;`,
    ],
    [
      'French, with longer headers',
      `Date de début;Heure de début;Motif de consultation;Agenda;Nom;Prénom;Commentaires\n${DAY};9h00;Cut;Sam;Lee;Ann;`,
    ],
    ['Spanish', `Fecha,Hora,Servicio,Profesional,Nombre,Apellidos\n${DAY},9:00,Cut,Sam,Ann,Lee`],
    ['French', `Date;Heure;Durée;Prestation;Praticien;Nom;Prénom\n${DAY};9h00;30;Cut;Sam;Lee;Ann`],
    ['Portuguese', `Data,Hora,Serviço,Profissional,Cliente\n${DAY},9:00,Cut,Sam,Ann`],
    ['Italian', `Data,Ora inizio,Ora fine,Trattamento,Operatore,Cliente\n${DAY},9:00,9:30,Cut,Sam,Ann`],
  ])('the columns of a file in %s are found by their headers', async (_language, content) => {
    const report = await plan(content);
    expect(report).toMatchObject({ applied: false, rows: 1, added: 1, invalid: 0, customers: 1, problems: [] });
    expect(report.columns.ignored).toEqual([]);
    expect(report.read_as.staff).toEqual(content.includes('Sam Ortiz') ? {} : { Sam: 'Sam Ortiz' });
  });

  it('a row whose column says that it was cancelled is left out', async () => {
    const content = `Start,Client,Service,Staff,Canceled\n${DAY} 09:00,Ann,Cut,Sam,true\n${DAY} 10:00,Ann,Cut,Sam,false\n`;
    expect(await plan(content)).toMatchObject({ added: 1, cancelled: 1, columns: { cancelled: ['Canceled'] } });
    const mapped = await plan(content.replace('Canceled', 'Gone'), '--map', 'cancelled=Gone');
    expect(mapped).toMatchObject({ added: 1, cancelled: 1 });
  });

  it('the report says how words for a status are read', async () => {
    const words = ['Pending', 'confirmed', 'No-show', '', 'Storniert (Kunde)'];
    const content = `Start,Client,Service,Staff,Status\n${words.map((word, i) => `2020-03-0${i + 1} 09:00,Ann,Cut,Sam,${word}\n`).join('')}`;
    expect((await plan(content)).read_as.status).toEqual({ Pending: 'confirmed', 'Storniert (Kunde)': 'cancelled' });
    expect((await importFile(content)).stdout).toContain('How the status is read:\n  "Pending" is confirmed\n');
  });

  it('--map names the column of the contact', async () => {
    const content = `Start,Id,Client,Service,Staff\n${DAY} 09:00,unknown,Ann,Cut,Sam\n`;
    const report = await plan(content, '--map', 'contact_id=Id');
    expect(report).toMatchObject({ rows: 1, columns: { contact_id: ['Id'], ignored: [] } });
  });

  it('--map names some columns, and the others are found', async () => {
    const content = `When,Client,What,Who\n${DAY} 09:00,Ann,Cut,Sam\n`;
    const report = await plan(content, '--map', 'start=When,service=What,staff=Who');
    expect(report).toMatchObject({ added: 1, columns: { start: ['When'], service: ['What'], name: ['Client'] } });
  });

  it.each([
    [
      'Client,Service\nAnn,Cut\n',
      [],
      'No column holds the start of the appointment: the columns are "Client", "Service". Say which one does, such as --map date=Day,start=Time.',
    ],
    [
      'Client,Service\nAnn,Cut\n',
      ['--map', 'contact=Client'],
      'Its fields are booking_id, date, start, end, minutes, service, staff, notes, status, cancelled, no_show, name, first_name, last_name, email, phone, contact_id.',
    ],
    [`Start,Service\n${DAY} 09:00,Cut\n`, [], 'Say which one does, such as --map name=Customer,phone=Number.'],
    [`Start,Client\n${DAY} 09:00,Ann\n`, ['--map', 'start=Wen'], 'The file has no column "Wen"'],
    [`Start,Client\n${DAY} 09:00,Ann\n`, ['--map', 'price=Start'], '--map: price is not a field of a booking'],
    [`Start,Client\n${DAY} 09:00,Ann\n`, ['--rename', 'Cut'], '--rename must be a comma list of old=new'],
    [`Start,Client\n${DAY} 09:00,Ann\n`, ['--default-staff', 'Uwe'], '--default-staff: "Uwe" is not a staff member'],
  ])('of %j with %j are refused in one sentence', async (content, args, message) => {
    const result = await importFile(content, '--yes', '--json', ...args);
    expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
    expect(result.stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('names of services and people', () => {
  const rows = (...cells: string[]) => `Start,Client,Service,Staff\n${cells.join('\n')}\n`;

  it('a service is found by its whole name, and a person by words of it', async () => {
    const report = await plan(
      rows(
        `${DAY} 09:00,Ann,CUT,lang`,
        `${DAY} 10:00,Ann,Colour,Cleo`,
        `${DAY} 11:00,Ann,Cut,Uwe`,
        `${DAY} 12:00,Ann,Cut,Uwe`,
      ),
    );
    expect(report).toMatchObject({
      added: 1,
      invalid: 3,
      read_as: { services: { CUT: 'Cut' }, staff: { lang: 'Cleo Lang', Cleo: 'Cleo Lang' } },
      missing: { services: { Colour: 1 }, staff: { Uwe: 2 } },
    });
  });

  it('--rename gives names of the file those of the business, in any case', async () => {
    const content = rows(`${DAY} 09:00,Ann,Ladies Cut,U. Weber`, `${DAY} 10:00,Ann,ladies cut,Sam`);
    const report = await plan(content, '--rename', 'ladies cut=Cut,U. Weber=Sam Ortiz');
    expect(report).toMatchObject({ added: 2, missing: { services: {}, staff: {} } });
  });

  it('--default-service and --default-staff name those of rows that name none', async () => {
    const content = rows(`${DAY} 09:00,Ann,,`);
    const { problems } = await plan(content);
    expect(problems).toEqual([{ line: 2, text: 'it names no service: --default-service names that of such rows' }]);
    const [problem] = (await plan(content, '--default-service', 'cut')).problems;
    expect(problem.text).toBe(
      'it names no person, and not just one performs the service: --default-staff names that of such rows',
    );
    const defaults = ['--default-service', 'cut', '--default-staff', 'Sam'];
    expect(await plan(content, ...defaults)).toMatchObject({ added: 1, invalid: 0 });
  });
});

describe('dates in figures', () => {
  const dated = (...dates: string[]) =>
    `Date,Time,Client,Service,Staff\n${dates.map((date) => `${date},9:00,Ann,Cut,Sam`).join('\n')}\n`;

  it('dates have the order of the country, unless another date of the file cannot', async () => {
    const next = Number(YEAR) + 1;
    expect(await plan(dated(`3/4/${next}`))).toMatchObject({ date_order: 'month_first', added: 1 });
    expect(await plan(dated(`3/4/${next}`, `13/4/${next}`))).toMatchObject({ date_order: 'day_first', added: 2 });
    const shown = await importFile(dated(`3/4/${next}`, `13/4/${next}`));
    expect(shown.stdout).toContain(`dates: 3/4/${next} is ${next}-04-03 (day first)`);
  });

  it('a date that is far ahead is refused', async () => {
    const { problems } = await plan(dated('2199-03-04'));
    expect(problems).toEqual([{ line: 2, text: 'it is more than 10 years ahead: correct the date' }]);
  });
});

describe('the report', () => {
  const long = 'x'.repeat(150);
  const CONTENT = [
    'Start,Minutes,Client,Service,Staff,Notes,Colour of the hair',
    `${DAY} 09:00,,Ann \u001b[31mRed,Cut,Sam,,`,
    `${DAY} 09:15,,Bob,Cut,Sam Ortiz,,`,
    `${DAY} 10:00,2000,Bob,Cut,Sam Ortiz,,`,
    `${DAY} 11:00,,Bob,${long},Sam Ortiz,,`,
    `${DAY} 12:00,,,Cut,Sam Ortiz,,`,
    `${DAY} 19:00,,Bob,Cut,Cleo,=1+1,`,
  ].join('\n');

  it('fits 100 columns, explains every row that is left out, and has no escape sequences of the file', async () => {
    const { stdout, code } = await importFile(CONTENT);
    expect(code).toBe(2);
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    expect(stdout).not.toContain('\u001b');
    for (const line of [
      '  times without an offset: America/New_York',
      '  ignored: Colour of the hair',
      '  2 new, 2 of them ahead, with 2 new customers',
      '  4 not importable',
      '  "Sam" is Sam Ortiz',
      '  The business has Cut, Full colour.',
      '  line 4 it lasts longer than a day: correct the start or the end',
      '  line 6 it names no customer',
      `  line 7 Cleo Lang does not work for all of it, ${DAY} 19:00`,
    ])
      expect(stdout).toContain(`${line}\n`);
  });

  it('after an import, exits with 1 if rows were left out', async () => {
    const applied = await importFile(CONTENT, '--yes');
    expect(applied).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('4 rows could not be imported. Correct'),
    });
    const again = await importFile(CONTENT, '--yes');
    expect(again.stderr).toContain('4 rows could not be imported, and nothing was changed. Correct the file');
    expect(applied.stdout).toContain('Result for 6 rows:\n  2 new,');
    const { stdout } = await run('bookings', 'export', '--json', '--from', DAY, '--to', DAY);
    expect(JSON.parse(stdout)).toMatchObject([
      { start_time: expect.any(String), service: 'Cut', staff: 'Sam Ortiz' },
      { start: '19:00', staff: 'Cleo Lang', customer: 'Bob' },
    ]);
  });

  it('refuses the demo business', async () => {
    const demo = on('demo.db');
    await demo.run('demo', 'reset', '--yes');
    const refused = await demo.importFile(`Start,Client,Service\n${DAY} 09:00,Ann,Cut\n`, '--yes');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('before you import bookings') });
  });
});
