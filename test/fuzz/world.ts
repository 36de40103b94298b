import { ALL_SCOPES } from '../../src/contract/index.ts';
import { type StartedPlatform, startPlatform } from '../support/platform.ts';
import type { ValidValues } from './schema.ts';

/** The embedded platform with the demo business, and the values that a caller of it knows. */
export interface FuzzWorld extends StartedPlatform {
  apiKey: string;
  /** `name=value` of a dashboard session. */
  cookie: string;
  secrets: string[];
  validValues: ValidValues;
}

export async function openWorld(): Promise<FuzzWorld> {
  const started = await startPlatform({ demo: true });
  const apiKey = await started.key();
  const cookie = await signIn(started);
  const ids = async (path: string) => {
    const answer = await fetch(`${started.url}/api/v1/${path}`, { headers: { 'x-api-key': apiKey } });
    return ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
  };
  const bookings = await ids('bookings');
  const contacts = await ids('contacts');
  const calls = await ids('calls');
  const services = await ids('services');
  const catalogue = await fetch(`${started.url}/api/v1/webhooks/events`);
  const events = ((await catalogue.json()) as { data: { name: string }[] }).data.map(({ name }) => name);
  const webhook = await fetch(`${started.url}/api/v1/webhooks`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/first', events: events.slice(0, 1) }),
  });
  const webhookId = ((await webhook.json()) as { data: { id: string } }).data.id;
  const times = [
    '2194-03-04T10:00',
    '2194-03-04T15:00:00Z',
    '2194-11-02T01:30:00-05:00',
    'today',
    '2194-03-04',
    'tomorrow 10:00',
  ];
  return {
    ...started,
    apiKey,
    cookie,
    secrets: [apiKey, cookie.slice(cookie.indexOf('=') + 1)],
    validValues: {
      booking_id: bookings,
      contact_id: contacts,
      call_id: calls,
      service_id: services,
      webhook_id: [webhookId, 'wh_1'],
      id: [...bookings.slice(0, 3), ...contacts.slice(0, 3), ...calls.slice(0, 3)],
      start_time: times,
      from: times,
      to: times,
      time_zone: ['America/New_York', 'UTC', 'Asia/Kathmandu', 'Etc/GMT+12'],
      weekday: ['Tuesday', 'Monday', 'tue'],
      scopes: [...ALL_SCOPES],
      events,
      email: ['ana@example.com', 'robin@example.com'],
      'date-time': times,
      contact_phone: ['+12125550123', '212 555 0123'],
      phone: ['+12125550123'],
      uri: ['https://example.com/hooks', 'http://127.0.0.1/x'],
      url: ['https://example.com/hooks'],
      query: ['tooth', 'cleaning', 'Ana', '212 555', 'refund'],
    },
  };
}

async function signIn({ platform, url }: StartedPlatform): Promise<string> {
  const email = (await platform.users.list()).find((user) => user.role === 'owner')?.email ?? '';
  const password = 'correct horse battery staple';
  await platform.users.setPassword(email, password);
  const answer = await fetch(`${url}/api/dashboard/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}
