// Receives events of the platform, checks their signatures (Standard Webhooks, https://www.standardwebhooks.com), and prints them.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const MAX_BODY_BYTES = 1024 * 1024;
/** An older notification may be a recorded one that is sent again. */
const TOLERANCE_SECONDS = 5 * 60;
const MAX_REMEMBERED_IDS = 10_000;

const secret = process.env.WEBHOOK_SECRET ?? '';
if (!secret.startsWith('whsec_')) {
  console.error('Set WEBHOOK_SECRET to the secret that the platform showed when the webhook was created (whsec_…).');
  process.exit(2);
}
const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
const port = Number(process.env.PORT ?? 9000);

/** Checks the signature of the bytes that arrived: parsing and writing JSON again would change them. */
function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!id || !(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // Several signatures, separated by spaces, are sent while a secret is replaced.
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Returns the bytes of the body; undefined if there are too many, of which it keeps no more. */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

/** The platform sends an event again if it does not know whether it arrived. Keep these ids in a database if you have one. */
const received = new Set();

function isNew(id) {
  if (received.has(id)) return false;
  received.add(id);
  if (received.size > MAX_REMEMBERED_IDS) received.delete(received.values().next().value);
  return true;
}

async function receive(request) {
  if (request.method !== 'POST') return 405;
  const body = await readBody(request);
  if (body === undefined) return 413;
  if (!isSigned(request.headers, body)) return 401;
  if (isNew(request.headers['webhook-id'])) {
    const { type, time, data } = JSON.parse(body.toString('utf8'));
    console.log(`${time} ${type} ${data.id}`);
  }
  // Answer within 15 seconds. Do long work afterwards, from a queue.
  return 204;
}

const server = createServer((request, response) => {
  receive(request)
    .catch((error) => {
      console.error(error);
      return 500; // The platform sends the event again.
    })
    .then((status) => response.writeHead(status, { connection: 'close' }).end());
});
server.listen(port, '127.0.0.1', () => console.log(`Waiting for events at http://127.0.0.1:${port}/`));
