import { expect } from 'vitest';
import { field } from '../support/clients.ts';
import { scenarios } from './support/scenario.ts';

scenarios('webhooks', [
  [
    '60. Tell https://hooks.example.com/desk of every new booking.',
    1,
    async ({ call }) => {
      const { data } = await call('manage_webhooks', {
        action: 'create',
        url: 'https://hooks.example.com/desk',
        events: ['booking.created'],
      });
      expect(data).toMatchObject({ webhook: { url: 'https://hooks.example.com/desk', events: ['booking.created'] } });
    },
  ],
  [
    '61. The address of that webhook has changed.',
    2,
    async ({ call }) => {
      const { data: list } = await call('list_webhooks');
      const { data } = await call('manage_webhooks', {
        action: 'replace',
        webhook_id: field(list, 'items', 0, 'id'),
        url: 'https://hooks.example.com/front-desk',
      });
      expect(data).toMatchObject({
        webhook: { url: 'https://hooks.example.com/front-desk', events: ['booking.created'] },
      });
    },
  ],
]);
