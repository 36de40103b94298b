import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FileProblemsError } from '../../src/cli/business/problems.ts';
import { parseBusinessFile } from '../../src/cli/business/read-file.ts';

/** Returns the problems of a file as lines of the message. */
function problemsOf(text: string): string[] {
  try {
    parseBusinessFile(text, 'b.yaml');
    return [];
  } catch (error) {
    return (error as FileProblemsError).message.split('\n').slice(1);
  }
}

it('reads hours in a business file as people type them, also in other languages', () => {
  const text = `opening_hours:
  - Mo-Fr 8-12 und 14-18 Uhr
  - Sa 9-12
staff:
  - { id: anna, opening_hours: du lundi au vendredi de 9h à 12h30 }
  - { id: bo, opening_hours: null }
special_hours: [{ from: 2026-02-03, hours: 9 to 5 }, { from: 2026-02-04, hours: '10:00-12:00' }]`;
  expect(parseBusinessFile(text, 'b.yaml').file).toMatchObject({
    opening_hours: ['Mon-Fri 08:00-12:00, 14:00-18:00', 'Sat 09:00-12:00'],
    staff: [{ opening_hours: 'Mon-Fri 09:00-12:30' }, { opening_hours: null }],
    special_hours: [{ hours: '09:00-17:00' }, { hours: '10:00-12:00' }],
  });
});

it('names the line of hours that are no text or can be of the morning or the afternoon', () => {
  const text = `opening_hours:
  - Mo-Fr 8-12
  - Sa: 9-12
staff:
  - id: anna
    opening_hours: Mon 1-5
    title: 5
special_hours:
  - { from: 2026-02-03, hours: 2-6 }`;
  expect(problemsOf(text)).toEqual([
    'b.yaml:3: opening_hours[1]: must be a text without a colon behind the days, such as Sat 09:00-12:00',
    'b.yaml:6: staff[0].opening_hours: "1-5" may begin in the morning or in the afternoon: write 01:00 or 13:00, or add am or pm.',
    'b.yaml:7: staff[0].title: must be a text of at most 200 characters',
    'b.yaml:9: special_hours[0].hours: "2-6" may begin in the morning or in the afternoon: write 02:00 or 14:00, or add am or pm.',
  ]);
});

it('reads durations in a business file as people write them', () => {
  const text = `services:
  - { id: a, duration: 90 Minuten, buffer_before: 5 Min., buffer_after: '1,5 Std.', minimum_notice: 1h30, booking_window: 2 Monate }
rules: { minimum_notice: 2 hours, booking_window: 4 Wochen, slot_interval: 15m }`;
  expect(problemsOf(text)).toEqual(['b.yaml:2: services[0].booking_window: must be a duration such as 180d']);
  const { file } = parseBusinessFile(text.replace('2 Monate', '6 weeks'), 'b.yaml');
  expect(file).toEqual({
    services: [
      {
        id: 'a',
        duration: '1h30m',
        buffer_before: '5m',
        buffer_after: '1h30m',
        minimum_notice: '1h30m',
        booking_window: '42d',
      },
    ],
    rules: { minimum_notice: '2h', booking_window: '28d', slot_interval: '15m' },
  });
});

it.each([
  ['name: ""', 'b.yaml:1: name: must be a text of 1 to 200 characters, such as Bright Smile Dental'],
  ['name: 5', 'b.yaml:1: name: must be a text of 1 to 200 characters, such as Bright Smile Dental'],
  ['time_zone: Mars/Phobos', 'b.yaml:1: time_zone: must be an IANA time zone such as America/Denver'],
  ['country: USA', 'b.yaml:1: country: must be an ISO 3166 country code such as US'],
  ['currency: bucks', 'b.yaml:1: currency: must be an ISO 4217 currency code such as USD'],
  ['services:\n  - id: a\n    duration: 45', 'b.yaml:3: services[0].duration: must be a duration such as 45m'],
  ['services:\n  - id: a\n    price: free', 'b.yaml:3: services[0].price: must be an amount such as 115.00'],
  ['services:\n  - id: a\n    price: -1', 'b.yaml:3: services[0].price: must not be negative'],
  [
    'services:\n  - id: a\n    staff: [A!]',
    'b.yaml:3: services[0].staff[0]: must be 1 to 60 of a-z, 0-9, _ and -, such as deep_cleaning',
  ],
  ['services:\n  - id: 12', 'b.yaml:2: services[0].id: must be text: write it in quotes'],
  ['services:\n  - id: a\n    staff: [lee, 3]', 'b.yaml:3: services[0].staff[1]: must be text: write it in quotes'],
  [
    'special_hours:\n  - { from: 2198-12-31, hours: "09:00-10:00", staff: [3] }',
    'b.yaml:2: special_hours[0].staff[0]: must be text: write it in quotes',
  ],
  ['services:\n  - id: a\n    active: 1', 'b.yaml:3: services[0].active: must be true or false'],
  [
    'services:\n  - name: A',
    /^b.yaml:2: services\[0\]\.id: is missing; it must be 1 to 60 of .*such as deep_cleaning$/,
  ],
  ['services: 7', 'b.yaml:1: services: must be a list'],
  ['services:\n  - just text', /^b.yaml:2: services\[0\]: must have its own fields: id, name, .*staff/],
  ['closures: [2026-02-03]', 'b.yaml:1: closures[0]: must have its own fields: from, to, reason'],
  ['rules:', /^b.yaml:1: rules: has no value; it must have its own fields: minimum_notice, /],
  ['\n\nclosures:', 'b.yaml:3: closures: has no value; it must be a list'],
  ['closures:\n  - from: 2026-02-30', /^b.yaml:2: closures\[0\]\.from: must be a date such as [\d-]+$/],
  ['closures:\n  - from: 2026-02-03\n    to: 2026-02-01', 'b.yaml:3: closures[0].to: must not be before from'],
  [
    'special_hours:\n  - { from: 2026-02-03, hours: "all day" }',
    'b.yaml:2: special_hours[0].hours: must be times of a day such as 09:00-12:00, 13:00-15:00; a night is two days: 20:00-24:00, and 00:00-04:00 on the next',
  ],
  [
    'special_hours:\n  - { from: 2026-02-03, hours: "09:00-10:00; Fri 09:00-10:00" }',
    'b.yaml:2: special_hours[0].hours: must be times of a day such as 09:00-12:00, 13:00-15:00; a night is two days: 20:00-24:00, and 00:00-04:00 on the next',
  ],
  [
    'staff:\n  - id: lee\n    time_off:\n      - from: 2026-02-03T13:00',
    /^b.yaml:4: staff\[0\]\.time_off\[0\]\.to: is required if from is a local time, such as \S+$/,
  ],
  ['rules:\n  max_per_day: some', 'b.yaml:2: rules.max_per_day: must be a whole number such as 40'],
  ['rules:\n  notice_counts: 1', 'b.yaml:2: rules.notice_counts: must be all_hours or opening_hours'],
  ['users:\n  - email: pat', 'b.yaml:2: users[0].email: must be an e-mail address such as owner@example.com'],
  ['nme: A', 'b.yaml:1: nme: is not a field. Did you mean name?'],
  ['default_country: AT', 'b.yaml:1: default_country: is not a field. Did you mean country?'],
  [
    'services: [{ id: cut, buffer: 5m }]',
    /^b.yaml:1: services\[0\]\.buffer: is not a field\. The fields are: id, name, /,
  ],
  ['rules:\n\n  minimum_notce: 2h', 'b.yaml:3: rules.minimum_notce: is not a field. Did you mean minimum_notice?'],
  [
    'users:\n  - { email: a@b.example, colour: x }',
    'b.yaml:2: users[0].colour: is not a field. The fields are: email, name, role.',
  ],
  ['name: A\nname: B', 'b.yaml:2: the field is here a second time'],
  [
    'name: A\nservices\n  - id: a\n    name: Cut\n    duration: 45m',
    'b.yaml:2: a field needs a colon and a space behind its name, such as name: Cut',
  ],
  [
    'services:\n- id: a\n  name: Cut\n    duration: 45m\n    price: 3',
    'b.yaml:3: the next line is indented too far, or the value has ": " and must be in quotes',
  ],
  [
    "services:\n  - id: a\n    name: 'Ann's cut'\n",
    'b.yaml:3: there is more behind the end of the value: write all of it in double quotes',
  ],
  ['name: A\n---\ncurrency: EUR', /^b.yaml:[23]: a second YAML document begins here, which nothing would read: remove/],
  ['name: A\n...\ncurrency: EUR', /^b.yaml:3: a second YAML document begins here, which nothing would read: remove/],
  ['', 'b.yaml:1: the file is empty; it needs fields such as name'],
  ['just text', /^b.yaml:1: must have its own fields: name, time_zone, /],
  [
    'special_hours:\n  - from: 2198-12-31\n    hours: "20:00-04:00"',
    /^b.yaml:3: special_hours\[0\]\.hours: must be times of a day .*; a night is two days: 20:00-24:00, and 00:00-04:00/,
  ],
  [
    'opening_hours: Mon-Fri 8',
    /^b.yaml:1: opening_hours: "8" is no period of time\. Write opening hours such as "Mon-Fri/,
  ],
  [
    'staff:\n  - id: lee\n    opening_hours: ["Mon-Fri 09:00-17:00", "1st Sat 09:00-12:00", "1st,3rd Sat 13:00-15:00"]',
    /^b.yaml:3: staff\[0\]\.opening_hours: 1st Saturday is named twice\. Write opening hours such as "Mon-Fri/,
  ],
])('the business file %j gets a problem with line, field and a right value', (text, problem) => {
  const problems = problemsOf(text);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(typeof problem === 'string' ? new RegExp(`^${escaped(problem)}$`) : problem);
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

it('all problems of a business file are reported at once in the order of lines, twenty at most', () => {
  const lines = Array.from({ length: 25 }, (_, index) => `  - id: "A ${index}"`);
  const problems = problemsOf(`services:\n${lines.join('\n')}\ntime_zone: x`);
  expect(problems).toHaveLength(21);
  expect(problems.slice(0, 2).map((line) => line.slice(0, 24))).toEqual([
    'b.yaml:2: services[0].id',
    'b.yaml:3: services[1].id',
  ]);
  expect(problems.at(-1)).toBe('and 6 more');
});

it('problems of the business are reported at the lines of their fields', () => {
  const { problems } = parseBusinessFile('services:\n  - id: a\n    staff: [x]\n  - id: b', 'b.yaml');
  const error = problems([
    { path: ['services', 0, 'staff'], message: 'unknown' },
    { path: ['services', 1, 'duration'], message: 'missing' },
    { path: ['users'], message: 'none' },
  ]);
  expect(error.problems.map(({ line, path }) => [line, path])).toEqual([
    [1, 'users'],
    [3, 'services[0].staff'],
    [4, 'services[1].duration'],
  ]);
});

it('a problem at a value that an alias repeats is reported where the alias is', () => {
  expect(problemsOf('staff:\n  - &a\n    id: lee\n    active: maybe\n  - *a')[1]).toContain(
    'b.yaml:4: staff[1].active',
  );
});

it('aliases that would expand to very much data are refused', () => {
  const levels = Array.from({ length: 12 }, (_, index) => `k${index + 1}: &k${index + 1} [${`*k${index},`.repeat(9)}]`);
  expect(problemsOf(`k0: &k0 [x]\n${levels.join('\n')}`).join()).toMatch(/alias/i);
});

it('control characters of a business file do not reach the terminal', () => {
  expect(problemsOf('"\\u001b[31mred": 1').join()).not.toContain('\u001b');
});

it('JSON with tabs, a byte order mark and the address of its schema is a business file', () => {
  const text = '\ufeff{\n\t"$schema": "./business.schema.json",\n\t"name": "Tab"\n}\n';
  expect(parseBusinessFile(text, 'b.json').file).toEqual({ name: 'Tab' });
});

it('an exception of a day of the month is a business file: the last Friday, which may be the fourth, and a closed day', () => {
  const hours = '4th Fri 09:00-12:00; last Fri 09:00-15:00; 1st Sat 09:00-12:00; 1st,2nd Sat closed';
  expect(problemsOf(`opening_hours: ${hours}`)).toEqual([]);
});

it('one YAML document between its marks is a business file', () => {
  for (const text of ['---\nname: A\n', '%YAML 1.2\n---\nname: A\n...\n', 'name: A\n...\n# the end\n'])
    expect(parseBusinessFile(text, 'b.yaml').file).toEqual({ name: 'A' });
});

it('the example practice of the documentation is a business file without problems', () => {
  const path = new URL('../../docs/examples/bright-smile-dental.yaml', import.meta.url);
  const { file } = parseBusinessFile(readFileSync(path, 'utf8'), 'example.yaml');
  expect(file.staff).toHaveLength(4);
});
