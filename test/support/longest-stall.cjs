'use strict';
// Preload script: measures how long a turn of the event loop takes, and serves the longest since the last question over
// HTTP, at a port that it writes to stderr. Counts the processor time of the main thread where the system tells it, so
// that a loaded machine does not change the result.
const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');

const INTERVAL_MS = 2;
const SCHEDSTAT = '/proc/thread-self/schedstat';

function usedMs() {
  try {
    return Number(readFileSync(SCHEDSTAT, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

let longest = 0;
let last = usedMs();
setInterval(() => {
  const now = usedMs();
  longest = Math.max(longest, now - last);
  last = now;
}, INTERVAL_MS).unref();

const server = createServer((_request, response) => {
  response.end(JSON.stringify(longest));
  longest = 0;
});
server.listen(0, '127.0.0.1', () => process.stderr.write(`longest stall at port ${server.address().port}\n`)).unref();
