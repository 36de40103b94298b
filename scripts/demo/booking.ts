/** A booking conversation between an MCP client and the built server over stdio. Prints what an agent would see. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { say, style, toolCaller, user } from './conversation.ts';

const folder = await mkdtemp(join(tmpdir(), 'rcpt-demo-'));
const transport = new StdioClientTransport({
  command: process.execPath,
  args: ['dist/cli.js', '--database', join(folder, 'demo.db')],
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
interface Service {
  id: string;
  name: string;
  staff_ids: string[];
}

/** Books one appointment per person until no staff member is available. Returns the bookings. */
async function bookUntilFull(service: Service, day: string, people: string[]): Promise<Booking[]> {
  const booked: Booking[] = [];
  for (const [index, name] of people.entries()) {
    const answer = await call('create_booking', {
      service_id: service.id,
      start_time: `${day}T07:00`,
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
  await call('get_account_context');
  const services = (await call('list_services')).items as Service[];
  const cleaning = services.find((service) => service.name === 'Cleaning') as Service;
  const day = nextTuesday();

  user(`Book a cleaning for me, Robin Tester, on ${day} at seven in the morning; and one for each of my family.`);
  const [booked] = await bookUntilFull(cleaning, day, ['Robin Tester', 'Sam Tester', 'Kim Tester', 'Alex Tester']);
  if (!booked) throw new Error('the first booking was refused');

  user('So there is no appointment for the others. Please move mine to half past seven in the evening instead.');
  await call('update_booking', { booking_id: booked.id, start_time: `${day}T19:30` });

  user('Sorry, I cannot come at all.');
  await call('cancel_booking', { booking_id: booked.id });

  user('Who was promised a callback lately, and what did they want?');
  const calls = (await call('list_calls', { per_page: 100 })).items as { id: string; outcome: string }[];
  const promised = calls.find((candidate) => candidate.outcome === 'callback_promised');
  if (!promised) throw new Error('the demo business has no promised callback');
  await call('get_call', { call_id: promised.id });
  await call('get_call_transcript', { call_id: promised.id, max_turns: 10 });
  say('');
} finally {
  await client.close();
  await rm(folder, { recursive: true, force: true });
}
