'use strict';
// Preload script: measures how long a turn of the event loop takes, and how long requests of the user agent `other caller`
// wait for their answers. Serves the longest of both since the last question over HTTP, at a port that it writes to stderr.
// Counts the processor time of the main thread where the system tells it, so
// that a loaded machine does not change the result.
const { subscribe } = require('node:diagnostics_channel');
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

let [longestTurn, longestWait, answered] = [0, 0, 0];
let last = usedMs();
setInterval(() => {
  const now = usedMs();
  longestTurn = Math.max(longestTurn, now - last);
  last = now;
}, INTERVAL_MS).unref();

// A request may have arrived at any time since the event loop was last free.
const arrivals = new WeakMap();
subscribe('http.server.request.start', ({ request }) => {
  if (request.headers['user-agent'] === 'other caller') arrivals.set(request, last);
});
subscribe('http.server.response.finish', ({ request }) => {
  const arrival = arrivals.get(request);
  if (arrival === undefined) return;
  longestWait = Math.max(longestWait, usedMs() - arrival);
  answered++;
});

const server = createServer((_request, response) => {
  response.end(JSON.stringify({ longestTurn, longestWait, answered }));
  [longestTurn, longestWait, answered] = [0, 0, 0];
});
server.listen(0, '127.0.0.1', () => process.stderr.write(`longest stall at port ${server.address().port}\n`)).unref();
