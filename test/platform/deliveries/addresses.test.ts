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
const resolvedNames: string[] = [];
/** A resolver that returns the given addresses and rejects all other names. Records the names that it resolves. */
const resolverOf = (answers: Answers): DeliverySettings['resolve'] => {
  resolvedNames.length = 0;
  return async (name) => {
    resolvedNames.push(name);
    if (!answers[name]) throw new Error('ENOTFOUND');
    return answers[name].map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
};
const open = async (answers: Answers, deliveries: Partial<DeliverySettings> = {}) => {
  salon = await openSalon({ deliveries: { retryDelaysMs: [1_000_000], resolve: resolverOf(answers), ...deliveries } });
};
const status = async (id: string) => (await salon.webhook(id)).last_delivery_status;

it('a delivery is refused if any address of the host is not public', async () => {
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
  // One bad address is enough, in either order.
  answers['mixed-a.example.com'] = ['93.184.216.34', '10.0.0.1'];
  answers['mixed-b.example.com'] = ['::1', '2606:4700::1111'];
  answers.localhost = ['93.184.216.34'];
  await open(answers);
  const hooks = await Promise.all(Object.keys(answers).map((name) => salon.subscribe(`https://${name}:9/in`)));
  await salon.book();
  for (const [index, { id }] of hooks.entries()) {
    await eventually(() => status(id), Object.keys(answers)[index]).toBe('address_refused');
  }
  expect(resolvedNames.toSorted()).toEqual(Object.keys(answers).toSorted());
});

it('a host without addresses fails with name_not_found', async () => {
  await open({ 'empty.example.com': [] });
  const [unknown, empty] = [
    await salon.subscribe('https://nowhere.example.com'),
    await salon.subscribe('https://empty.example.com'),
  ];
  await salon.book();
  await eventually(() => status(unknown.id)).toBe('name_not_found');
  await eventually(() => status(empty.id)).toBe('name_not_found');
});

it('each attempt resolves the host once and connects to the checked address', async () => {
  const target = await startUpstream();
  // Only this resolver knows the name, so a second resolution would fail.
  const answers: Answers = { 'salon.localhost': ['127.0.0.1'] };
  await open(answers, { retryDelaysMs: [20, 20, 1_000_000] });
  const { id } = await salon.subscribe(target.url.replace('127.0.0.1', 'salon.localhost'));
  await salon.book();
  await eventually(() => status(id)).toBe('200');
  expect(resolvedNames).toEqual(['salon.localhost']);
  expect(target.received[0]?.headers.host).toBe(new URL(target.url).host.replace('127.0.0.1', 'salon.localhost'));
  // DNS rebinding: the name resolves to another address after the first delivery.
  answers['salon.localhost'] = ['169.254.169.254'];
  await salon.book();
  await eventually(() => status(id)).toBe('address_refused');
  expect(target.received.length).toBe(1);
  await target.close();
});

it('HTTPS connects to the checked address and verifies the certificate for the host name of the URL', async () => {
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
