import { expect, it } from 'vitest';
import { isWebhook } from '../../src/transport/http/target.ts';

it.each(['/webhooks', '/webhooks?x=1', '/webhooks/a-secret', '/webhooks/a-secret?x=1', '/webhooks/%2e%41'])(
  'the path %s is a webhook and skips the Host and Origin check',
  (url) => expect(isWebhook({ url } as never)).toBe(true),
);

it.each([
  ...['/webhooks/../metrics', '/webhooks/..\\metrics', '/webhooks\\..\\metrics', '/webhooks/%2e%2e/metrics'],
  ...['/webhooks/a/b', '/webhooksx', '/metrics?/webhooks', '//webhooks', 'http://localhost/webhooks', '*', ''],
])('the path %j is no webhook and does not skip the Host and Origin check', (url) =>
  expect(isWebhook({ url } as never)).toBe(false),
);
