/**
 * The lower bound for a server: reads a request, calls the upstream, and writes a constant answer (`BENCH_RESULT`), over
 * stdio or with the argument `http` over HTTP, without validating the protocol.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

const pool = new Pool(process.env.RCPT_BASE_URL ?? '', { connections: 32 });
const result = JSON.parse(process.env.BENCH_RESULT ?? '{}') as object;

async function answer(text: string): Promise<string> {
  const { id, method, params } = JSON.parse(text);
  if (method === 'tools/call') {
    const response = await pool.request({ method: 'GET', path: `/api/v1/bookings/${params.arguments.booking_id}` });
    await response.body.json();
  }
  return id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id, result });
}

if (process.argv[2] === 'http') {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.once('end', async () => {
      const text = await answer(Buffer.concat(chunks).toString());
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(`served at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  });
} else {
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      answer(line).then((text) => {
        if (text !== '') process.stdout.write(`${text}\n`);
      });
    }
  });
}
