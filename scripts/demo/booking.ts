/** A booking conversation between an MCP client and the built server over stdio. Prints what an agent would see. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { say, style, toolCaller, user } from './conversation.ts';

const folder = await mkdtemp(join(tmpdir(), 'rcpt-demo-'));
/** The test of this script sets another date, for both processes. */
const { NODE_OPTIONS = '', START_DATE = '' } = process.env;
const transport = new StdioClientTransport({
  command: process.execPath,
  args: ['dist/cli.js', '--database', join(folder, 'demo.db')],
  env: { ...getDefaultEnvironment(), NODE_OPTIONS, START_DATE },
  stderr: 'inherit',
});
const client = new Client(
  { name: 'rcpt-mcp-demo', version: '1.0.0' },
  { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
);
// As a host does with an elicitation form: it shows the form, and the user answers.
client.setRequestHandler('elicitation/create', async (request) => {
  say(style('bold', `  ? ${(request.params as { message: string }).message}`));
  say('    User: yes');
  return { action: 'accept', content: { confirm: true } };
});

const call = toolCaller(client);

/** Returns a Tuesday two to three weeks ahead, when the practice is open and has free appointments. */
function nextTuesday(): string {
  const date = new Date(Date.now() + 15 * 86_400_000);
  while (date.getUTCDay() !== 2) date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

interface Booking {
  id: string;
}

/** Books a cleaning for each person at one time, until no staff member is available. Returns the bookings. */
async function bookUntilFull(start: string, people: string[]): Promise<Booking[]> {
  const booked: Booking[] = [];
  for (const [index, name] of people.entries()) {
    const answer = await call('create_booking', {
      service_id: 'Cleaning',
      start_time: start,
      contact_name: name,
      contact_phone: `(212) 555-01${60 + index}`,
    });
    if (answer.failed) break;
    booked.push(answer.booking as Booking);
  }
  return booked;
}

try {
  await client.connect(transport);
  say(`Connected to ${client.getServerVersion()?.name} over stdio, MCP ${client.getNegotiatedProtocolVersion()}.`);

  user('What can I book, and what does it cost?');
  await call('list_services');
  const day = nextTuesday();

  user(`When could I have a cleaning on ${day}? My family would come along.`);
  const free = await call('find_open_times', { service_id: 'Cleaning', from: day, to: day, limit: 100 });
  const times = free.times as { start_local: string; staff?: string[] }[];
  const [early, late] = [times.find((time) => time.staff?.length === 2), times.at(-1)];
  if (!early || !late) throw new Error('the day has no time at which two people are free');

  user('The first time at which both are free, please: for me, Robin Tester, and for each of my family.');
  const [booked] = await bookUntilFull(early.start_local, ['Robin Tester', 'Sam Tester', 'Kim Tester', 'Alex Tester']);
  if (!booked) throw new Error('the first booking was refused');

  user('So there is no appointment for the others. Please move mine to the last time of that day instead.');
  await call('update_booking', { booking_id: booked.id, start_time: late.start_local });

  user('Sorry, I cannot come at all.');
  await call('cancel_booking', { booking_id: booked.id });

  user('Who was promised a callback and never got it? What did the last of them want?');
  const [promise] = (await call('find_follow_ups', { kind: 'callback' })).items as { call_id: string }[];
  if (!promise) throw new Error('the demo business has no promise that is still open');
  await call('get_call_transcript', { call_id: promise.call_id, max_turns: 10 });
  say('');
} finally {
  await client.close();
  await rm(folder, { recursive: true, force: true });
}
