/** Bare Node that answers requests to /0, /1, … with recorded bytes: `recorded.ts FILE`. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const answers = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as {
  status: number;
  headers: string[];
  body: string;
}[];

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const answer = answers[Number(request.url?.slice(1))];
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    else response.writeHead(404).end();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
