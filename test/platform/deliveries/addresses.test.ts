import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import type { DeliverySettings } from '../../../src/platform/index.ts';
import { CERTIFICATE, CERTIFICATE_KEY } from '../../support/certificate.ts';
import { startUpstream } from '../../support/upstream.ts';
import { eventually, openSalon, type Salon } from '../support/salon.ts';

let salon: Salon;
afterEach(() => salon.close());

type Answers = Record<string, string[]>;
const asked: string[] = [];
/** Answers as a test says, and nothing about other names. */
const resolverOf = (answers: Answers): DeliverySettings['resolve'] => {
  asked.length = 0;
  return async (name) => {
    asked.push(name);
    if (!answers[name]) throw new Error('ENOTFOUND');
    return answers[name].map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
};
const open = async (answers: Answers, deliveries: Partial<DeliverySettings> = {}) => {
  salon = await openSalon({ deliveries: { retryDelaysMs: [1_000_000], resolve: resolverOf(answers), ...deliveries } });
};
const status = async (id: string) => (await salon.webhook(id)).last_delivery_status;

it('a name is refused when any of its addresses leads where nothing is sent', async () => {
  const bad = [
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.10',
    '169.254.169.254',
    '100.100.100.200',
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.251',
    '192.0.0.192',
    '::1',
    '::',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::10.0.0.1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '3fff::1',
  ];
  const names = bad.map((_address, index) => `n${index}.example.com`);
  const answers: Answers = Object.fromEntries(bad.map((address, index) => [names[index] ?? '', [address]]));
  // A good address beside it does not help, whichever comes first.
  answers['mixed-a.example.com'] = ['93.184.216.34', '10.0.0.1'];
  answers['mixed-b.example.com'] = ['::1', '2606:4700::1111'];
  answers.localhost = ['93.184.216.34'];
  await open(answers);
  const hooks = await Promise.all(Object.keys(answers).map((name) => salon.subscribe(`https://${name}:9/in`)));
  await salon.book();
  for (const [index, { id }] of hooks.entries()) {
    await eventually(() => status(id), Object.keys(answers)[index]).toBe('address_refused');
  }
  expect(asked.toSorted()).toEqual(Object.keys(answers).toSorted());
});

it('what has no address is a failure of its own', async () => {
  await open({ 'empty.example.com': [] });
  const [unknown, empty] = [
    await salon.subscribe('https://nowhere.example.com'),
    await salon.subscribe('https://empty.example.com'),
  ];
  await salon.book();
  await eventually(() => status(unknown.id)).toBe('name_not_found');
  await eventually(() => status(empty.id)).toBe('name_not_found');
});

it('each attempt resolves once, and connects to what was looked at', async () => {
  const target = await startUpstream();
  // No other resolver knows this name: a second resolution would be noticed.
  const answers: Answers = { 'salon.localhost': ['127.0.0.1'] };
  await open(answers, { retryDelaysMs: [20, 20, 1_000_000] });
  const { id } = await salon.subscribe(target.url.replace('127.0.0.1', 'salon.localhost'));
  await salon.book();
  await eventually(() => status(id)).toBe('200');
  expect(asked).toEqual(['salon.localhost']);
  expect(target.received[0]?.headers.host).toBe(new URL(target.url).host.replace('127.0.0.1', 'salon.localhost'));
  // The answer changes after the webhook has proved to be harmless.
  answers['salon.localhost'] = ['169.254.169.254'];
  await salon.book();
  await eventually(() => status(id)).toBe('address_refused');
  expect(target.received.length).toBe(1);
  await target.close();
});

it('https goes to the checked address under the name of the URL, with a certificate for that name', async () => {
  const names: unknown[] = [];
  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
    names.push(
      request.socket instanceof TLSSocket && (request.socket as TLSSocket & { servername?: string }).servername,
    );
    response.end();
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answers = { 'salon.localhost': ['127.0.0.1'], 'other.localhost': ['127.0.0.1'] };
  await open(answers, { ca: CERTIFICATE });
  const right = await salon.subscribe(`https://salon.localhost:${port}`);
  const wrong = await salon.subscribe(`https://other.localhost:${port}`);
  await salon.book();
  await eventually(() => status(right.id)).toBe('200');
  await eventually(() => status(wrong.id)).toBe('certificate');
  expect(names).toEqual(['salon.localhost']);
  await salon.close();

  await open(answers);
  const untrusted = await salon.subscribe(`https://salon.localhost:${port}`);
  await salon.book();
  await eventually(() => status(untrusted.id)).toBe('certificate');
  server.close();
});
