import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call, CallDetail, CallReport } from '../../../src/contract/index.ts';
import { openPlatform } from '../../../src/platform/index.ts';
import { smallBusiness } from '../../platform/support/fixture.ts';
import { temporaryFolder } from '../../support/platform.ts';
import { cleanEnvironment, runProgram, startProgram } from '../../support/program.ts';
import { HAS_TERMINAL, startOnTerminal } from '../../support/terminal.ts';

/** `rcpt-mcp calls import`, `list` and `show`. */
const home = temporaryFolder();
const env = cleanEnvironment(home);
const path = join(home, 'history.jsonl');
let databases = 0;
let database: string;

const newDatabase = async () => {
  const file = join(home, `calls-${++databases}.db`);
  await (await openPlatform({ database: file, business: smallBusiness() })).close();
  return file;
};
beforeAll(async () => {
  database = await newDatabase();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const run = (...args: string[]) => runProgram(['calls', ...args, '--database', database], env);
const importFile = (content: string | Buffer, ...args: string[]) => {
  writeFileSync(path, content);
  return run('import', path, ...args);
};
const importJson = async (content: string | Buffer, ...args: string[]) =>
  JSON.parse((await importFile(content, '--json', ...args)).stdout);
const lines = (...reports: (Partial<CallReport> | object)[]) =>
  reports.map((report) => `${JSON.stringify(report)}\n`).join('');
const allCalls = async () => JSON.parse((await run('list', '--json', '--limit', '1000')).stdout) as Call[];
const callWith = async (summary: string) => {
  const call = (await allCalls()).find((one) => one.summary === summary);
  return JSON.parse((await run('show', call?.id ?? '', '--json')).stdout) as CallDetail;
};

const REPORT = {
  call_id: 'old-1',
  phone: '+15550100101',
  business_phone: '+15550100100',
  started_at: '2026-03-04T09:00:00Z',
  duration_seconds: 62.5,
  outcome: 'booked',
  language: 'de-AT',
  summary: 'Wants a cut',
  recording_url: 'https://recordings.example.com/old-1.mp3',
  fields: { party: 2, 'preferred stylist': 'Cleo', regular: true },
  tools: [{ name: 'create_booking', arguments: '{"service":"cut"}', result: 'booked', offset_seconds: 31 }],
  turns: [
    { speaker: 'receptionist', text: 'Salon, good morning', offset_seconds: 0 },
    { speaker: 'caller', text: 'A cut on Monday, please', offset_seconds: 4.2 },
  ],
};

describe('rcpt-mcp calls import', () => {
  it('adds the call of each line, links its contact, and leaves it unchanged the next time', async () => {
    const before = await allCalls();
    const content = lines(REPORT, { call_id: 'old-2', summary: 'Second', started_at: '2025-01-01T00:00:00+01:00' });
    const { code, stdout } = await importFile(content);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Result for 2 lines of .*history\.jsonl:\n {2}2 added\n {2}0 changed.*\n {2}0 unchanged\n/);
    expect(await callWith('Wants a cut')).toMatchObject({
      phone: REPORT.phone,
      contact_name: 'Erika Muster',
      duration_seconds: 62.5,
      call_reference: 'old-1',
      source_name: 'import',
      recording_url: REPORT.recording_url,
      fields: REPORT.fields,
      tools: REPORT.tools,
      transcript: REPORT.turns,
    });
    expect(await importJson(content)).toMatchObject({ applied: true, lines: 2, added: 0, changed: 0, unchanged: 2 });
    expect(await importJson(lines({ ...REPORT, summary: 'Corrected' }))).toMatchObject({ added: 0, changed: 1 });
    expect(await allCalls()).toHaveLength(before.length + 2);
  });

  it('orders calls by their start, whatever the order of the lines', async () => {
    const days = [5, 1, 4, 2, 3];
    await importFile(lines(...days.map((day) => ({ call_id: `day-${day}`, started_at: `2026-05-0${day}T10:00:00Z` }))));
    const starts = (await allCalls()).map(({ started_at }) => started_at);
    expect(starts.slice(0, 5)).toEqual([5, 4, 3, 2, 1].map((day) => `2026-05-0${day}T10:00:00Z`));
    expect(starts).toEqual(starts.toSorted().reverse());
  });

  it('imports the good lines, names the problem of each other one, and exits with 1', async () => {
    const content = [
      JSON.stringify({ call_id: 'good', summary: 'Good' }),
      '',
      '{"call_id": "cut off',
      '["a list"]',
      JSON.stringify({ call_id: 'x', turns: [{ speaker: 'caller', text: 5 }], 'no\u001b[31mpe': 1 }),
      JSON.stringify({ call_id: 'y', event: 'started' }),
      JSON.stringify({ phone: '+15550100101' }),
      JSON.stringify({ call_id: 'local', started_at: '2025-01-01 10:00' }),
      '['.repeat(2_000),
    ];
    const { code, stdout, stderr } = await importFile(`\ufeff${content.join('\r\n')}`);
    expect(code).toBe(1);
    expect(stderr).toContain(
      '7 lines could not be imported. Correct the file and import it again: what is imported stays as it is.',
    );
    expect(stdout).toContain('  1 added\n');
    expect(stdout).toContain('  7 refused\n');
    expect(stdout.slice(stdout.indexOf('Refused:')).split('\n')).toEqual([
      'Refused:',
      '  line 3: must be a JSON object: one call on each line (JSON Lines)',
      '  line 4: must be a JSON object: one call on each line (JSON Lines)',
      '  line 5: turns[0].text: must be a text; no[31mpe: is not a field of a report of a call',
      '  line 6: event: must be ended; a call in progress is not imported',
      '  line 7: call_id: is required',
      '  line 8: started_at: must be an ISO 8601 time with Z or its offset, such as',
      '    2026-03-09T15:30:00+01:00',
      '  line 9: must be a JSON object: one call on each line (JSON Lines)',
      '',
    ]);
    expect((await callWith('Good')).id).toMatch(/^call_/);
  });

  it('proposes the field for names that other systems have, and for typing mistakes', async () => {
    const content = lines(
      { call_id: 'a', transcript: [], sumary: 'x' },
      { id: 'b', turns: [{ role: 'caller', text: 'Hello' }] },
      { call_id: 'c', event: 'over', nothing: 1 },
    );
    expect((await importJson(content)).problems.map(({ text }: { text: string }) => text)).toEqual([
      'transcript: is not a field of a report of a call (did you mean turns?); sumary: is not a field of a report of a call (did you mean summary?)',
      'call_id: is required; turns[0].speaker: is required; turns[0].role: is not a field of a report of a call (did you mean speaker?); id: is not a field of a report of a call (did you mean call_id?)',
      'event: must be started or ended; nothing: is not a field of a report of a call',
    ]);
  });

  it('refuses a file that is no JSON Lines in one sentence', async () => {
    for (const content of ['caller,started\nAnn,2025-01-01\nBob,2025-01-02\n', '[\n{\n"call_id": "a"\n}\n]\n']) {
      expect(await importFile(content)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `rcpt-mcp: ${path}: each line must be a JSON object: one call on each line (JSON Lines). Nothing was changed.\n`,
      });
    }
    expect(await importJson('caller,started\n')).toMatchObject({ lines: 1, refused: 1, problems: [{ line: 1 }] });
  });

  it('counts all problems, shows the first 20 within 100 columns, and keeps 1,000 for programs', async () => {
    const content = lines(...Array.from({ length: 1_100 }, (_, i) => ({ [`${'wrong '.repeat(30)}${i}`]: 1 })));
    const { stdout } = await importFile(content);
    expect(stdout).toContain('  1,100 refused\n');
    expect(stdout).toContain('  and 1,080 more; --json lists up to 1,000');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    const { refused, problems } = await importJson(content);
    expect([refused, problems.length]).toEqual([1_100, 1_000]);
    expect(problems[999]).toMatchObject({ line: 1_000 });
  });

  it('--dry-run only shows what would be imported', async () => {
    const before = await allCalls();
    const content = lines({ call_id: 'dry', summary: 'Dry' }, { ...REPORT, summary: 'Other words' }, { call_id: 5 });
    const tally = await importJson(content, '--dry-run');
    expect(tally).toMatchObject({ applied: false, lines: 3, added: 1, changed: 1, unchanged: 0, refused: 1 });
    const { code, stdout, stderr } = await importFile(content, '--dry-run');
    expect(stdout).toMatch(/^An import would do this with 3 lines/);
    expect([code, stderr]).toEqual([1, 'rcpt-mcp: 1 line cannot be imported. Nothing was changed.\n']);
    expect(await allCalls()).toEqual(before);
  });

  it('removes what a database cannot store, and refuses a line that is no UTF-8 or too long', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${JSON.stringify({ call_id: 'nul', summary: 'N\u0000U\ud800L' })}\n`),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from(`{"call_id":"long","summary":"${'x'.repeat(17 * 2 ** 20)}"}\n`),
      Buffer.from('{"call_id":"after","summary":"After"}'),
    ]);
    const { added, problems } = await importJson(bytes);
    expect(added).toBe(2);
    expect(problems).toEqual([
      { line: 2, text: 'is not UTF-8' },
      { line: 3, text: 'is longer than 16 MiB; a line is one call' },
    ]);
    expect((await callWith('NU\ufffdL')).call_reference).toBe('nul');
    expect((await callWith('After')).call_reference).toBe('after');
  });

  it.each([
    [Buffer.from([0x1f, 0x8b, 8, 0]), 'is compressed: unpack it with gunzip'],
    [Buffer.from('PK\u0003\u0004…'), 'is an archive: unpack it'],
  ])('refuses a file that begins with %j as a whole', async (content, message) => {
    const { code, stdout, stderr } = await importFile(content);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('Nothing was changed.');
  });

  it('ends with the sentence that nothing was changed, where no line is imported', async () => {
    const { stderr } = await importFile(lines({ call_id: 'z', event: 'started' }));
    expect(stderr).toContain(
      '1 line could not be imported, and nothing was changed. Correct the file and import it again',
    );
  });

  it('refuses a file that cannot be read, and imports nothing from an empty one', async () => {
    expect(await run('import', '/does/not/exist')).toMatchObject({
      code: 1,
      stderr: 'rcpt-mcp: /does/not/exist does not exist. Nothing was changed. Correct its path.\n',
    });
    const folder = `rcpt-mcp: ${home} is a folder. Nothing was changed. Name a file.\n`;
    expect(await run('import', home)).toMatchObject({ code: 1, stderr: folder });
    expect(await importFile('\n\n')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Result for 0 lines'),
    });
  });

  it.runIf(process.platform !== 'win32')('says after Ctrl-C how much is imported', async () => {
    const own = await newDatabase();
    writeFileSync(
      path,
      lines(...Array.from({ length: 10_000 }, (_, i) => ({ call_id: `i${i}`, turns: REPORT.turns }))),
    );
    const platform = await openPlatform({ database: own, deliveries: false });
    const total = async () => (await platform.calls.list({ limit: 10_000 })).length;
    const existing = await total();
    const interrupted = startProgram(['calls', 'import', path, '--database', own], env);
    while ((await total()) === existing) await delay(5);
    expect(await interrupted.stop('SIGINT')).toBe(1);
    await platform.close();
    expect(interrupted.output.stderr).toMatch(
      /^rcpt-mcp: Interrupted\. The import ended after [\d,]+ lines, \d+ % of the file\. Import the file again: what/,
    );
  });

  it('continues after the process was killed, with each call once and in order', async () => {
    const own = await newDatabase();
    const args = ['calls', 'import', path, '--database', own];
    const day = (index: number) => new Date(Date.UTC(2026, 0, 1) + ((index * 7_919) % 4_000) * 60_000).toISOString();
    const reports = Array.from({ length: 4_000 }, (_, i) => ({
      call_id: `k${i}`,
      started_at: day(i),
      turns: REPORT.turns,
    }));
    writeFileSync(path, lines(...reports));
    const platform = await openPlatform({ database: own, deliveries: false });
    const total = async () => (await platform.calls.list({ limit: 10_000 })).length;
    const existing = await total();
    const killed = startProgram(args, env);
    while ((await total()) === existing) await delay(5);
    await killed.stop('SIGKILL');
    const imported = (await total()) - existing;
    expect(imported).toBeGreaterThan(0);
    expect(imported).toBeLessThan(reports.length);
    const { stdout } = await runProgram([...args, '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject({ added: reports.length - imported, unchanged: imported, changed: 0 });
    const calls = await platform.calls.list({ limit: 10_000 });
    await platform.close();
    expect(calls).toHaveLength(existing + reports.length);
    const starts = calls.map(({ started_at }) => started_at);
    expect(starts).toEqual(starts.toSorted().reverse());
  });

  it.runIf(HAS_TERMINAL)('shows on a terminal how far it is', async () => {
    writeFileSync(path, lines(...Array.from({ length: 600 }, (_, i) => ({ call_id: `t${i}` }))));
    const program = startOnTerminal(['calls', 'import', path, '--database', database], env);
    expect(await program.ended).toBe(0);
    expect(program.output.stdout).toMatch(/500 lines, \d\d % of the file/);
    expect(program.output.stdout).toContain('  600 added');
  });
});

describe('rcpt-mcp calls show', () => {
  it('shows who called, when and why, what was said, and what the voice agent did, within 100 columns', async () => {
    const long = `${'word '.repeat(60)}${'x'.repeat(150)}`;
    const hostile = 'Red \u001b[31mwords\u001b[0m\u009b2J\r\nand \u202ereversed';
    const turns = [
      ...REPORT.turns,
      { speaker: 'caller', text: hostile, offset_seconds: 3_700 },
      { speaker: 'b', text: long },
    ];
    await importFile(lines({ ...REPORT, call_id: 'shown', summary: 'Shown', turns, fields: { [hostile]: long } }));
    const { id } = await callWith('Shown');
    const { stdout } = await run('show', id);
    expect(stdout).toContain(`Call ${id}: inbound, completed\n`);
    for (const row of [
      'with         Erika Muster, +15550100101',
      'started      Wednesday 2026-03-04 10:00 (Europe/Vienna)',
      'length       1:02',
      'outcome      booked',
      'our number   +15550100100',
      'recording    https://recordings.example.com/old-1.mp3',
      'source       import',
      'id there     shown',
    ])
      expect(stdout).toContain(`  ${row}\n`);
    expect(stdout).toMatch(/^ {5}0:04 {2}caller {8}A cut on Monday, please$/m);
    expect(stdout).toMatch(/^ {2}1:01:40 {2}caller {8}Red \[31mwords\[0m2J and reversed$/m);
    expect(stdout).toContain('  0:31  create_booking {"service":"cut"}\n      answer: booked\n');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    for (const control of ['\u001b', '\u009b', '\u202e', '\r']) expect(stdout).not.toContain(control);
  });
});

it('rcpt-mcp calls show has the booking that was made, and the promise with what became of it', async () => {
  const demo = join(home, 'demo.db');
  await (await openPlatform({ database: demo })).close();
  const show = async (outcome: string) => {
    const { stdout } = await runProgram(['calls', 'list', '--limit', '200', '--json', '--database', demo], env);
    const call = (JSON.parse(stdout) as Call[]).find((one) => one.outcome === outcome);
    return (await runProgram(['calls', 'show', call?.id ?? '', '--database', demo], env)).stdout;
  };
  expect(await show('booked')).toMatch(/^ {2}booking {6}bk_\w+: \S.*, \w+day \d{4}-\d\d-\d\d \d\d:\d\d, /m);
  const promised = await show('callback_promised');
  expect(promised).toMatch(/^Promised\n {2}callback, due \w+day \d{4}-\d\d-\d\d \d\d:\d\d: \w.*\n {4}"/m);
});

describe('rcpt-mcp calls list', () => {
  it('shows the latest calls within 100 columns, without escape sequences of callers', async () => {
    database = await newDatabase();
    await importFile(
      lines({ ...REPORT, call_id: 'listed', started_at: '2026-03-04T23:00:00Z', direction: 'outbound' }),
    );
    const { stdout } = await run('list', '--limit', '2');
    const [day, first, between, ...rest] = stdout.trimEnd().split('\n');
    expect(day).toBe('Thursday 2026-03-05 (Europe/Vienna)');
    expect(first).toMatch(/^ {2}00:00 {2}out {2}Erika Muster +1:02 {2}booked +call_\w{16}$/);
    expect(between).toBe('');
    expect(rest).toHaveLength(2);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('names the command that makes a source where there are no calls', async () => {
    const empty = join(home, 'empty.db');
    await (await openPlatform({ database: empty, demo: false })).close();
    const { stdout } = await runProgram(['calls', 'list', '--database', empty], env);
    expect(stdout).toBe(
      `There are no calls yet. To receive them from a vendor: rcpt-mcp calls sources add VENDOR --name NAME --database ${empty}\n`,
    );
    const sources = await runProgram(['calls', 'sources', 'list', '--database', empty], env);
    expect(sources.stdout).toContain('There are no sources yet. To make one: rcpt-mcp calls sources add vapi');
  });
});
