import { expect, it } from 'vitest';
import { startHttp } from '../support/session.ts';

/** What the instructions say that no tool does, so that no call is needed to find out. */
it.each([
  ['by default', {}, 'sends messages, makes calls, deletes contacts, or shows API keys'],
  [
    'that is read-only',
    { RCPT_READ_ONLY: 'true' },
    'sends messages, makes calls, books, moves or cancels appointments, deletes contacts, or shows API keys',
  ],
])('a server %s says in its instructions what none of its tools does', async (_name, env, impossible) => {
  const session = await startHttp(env);
  try {
    expect(session.client.instructions).toContain(` No tool ${impossible}: say so. `);
    const names = (await session.client.tools()).map(({ name }) => name);
    expect(names.filter((name) => /send|message|sms|dial|delete_contact/.test(name))).toEqual([]);
    expect(names.includes('create_booking')).toBe(!impossible.includes('books'));
  } finally {
    await session.close();
  }
});
