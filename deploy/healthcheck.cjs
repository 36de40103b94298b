/** Exits with 0 if the server in this container answers, else with 1. The image has neither shell nor curl. */
const { get } = require('node:http');

const exit = (isAlive) => process.exit(isAlive ? 0 : 1);
const port = process.env.RCPT_PORT;
const request = get({ host: '127.0.0.1', port, path: '/healthz', timeout: 4_000 }, ({ statusCode }) =>
  exit(statusCode === 200),
);
request.on('timeout', () => exit(false));
request.on('error', () => exit(false));
