/** Ends with 0 while the server in this container answers, else with 1. The image has neither shell nor curl. */
const { get } = require('node:http');

const end = (alive) => process.exit(alive ? 0 : 1);
const port = process.env.RCPT_PORT;
const request = get({ host: '127.0.0.1', port, path: '/healthz', timeout: 4_000 }, ({ statusCode }) =>
  end(statusCode === 200),
);
request.on('timeout', () => end(false));
request.on('error', () => end(false));
