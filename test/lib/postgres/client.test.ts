import { EventEmitter } from 'node:events';
import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { guardedClient } from '../../../src/lib/postgres/client.ts';
import { CommitLostError, explainError } from '../../../src/lib/postgres/errors.ts';

/** A connection of a pool whose server answers each query with `answer`, and the arguments with which it is released. */
function connection(answer: (sql: string) => string) {
  const released: unknown[] = [];
  const client = Object.assign(new EventEmitter(), {
    query: async ({ text }: { text: string }) => ({ command: answer(text), rowCount: 0, rows: [] }),
    release: (broken: unknown) => void released.push(broken),
  });
  return { ...guardedClient(client as unknown as PoolClient, () => {}), client, released };
}
const lose = () => {
  throw new Error('Connection terminated unexpectedly');
};

describe('a transaction on PostgreSQL', () => {
  it('fails if the server answers its commit by rolling back', async () => {
    const { query, release, released } = connection((sql) => (sql === 'commit' ? 'ROLLBACK' : 'BEGIN'));
    await query('begin', []);
    await query('select 1', []);
    await expect(query('commit', [])).rejects.toThrow('The transaction was rolled back.');
    release();
    expect(released).toEqual([false]);
  });

  it('has an unknown outcome if the connection is lost during its commit, and the connection is not used again', async () => {
    const { query, release, released } = connection((sql) => (sql === 'commit' ? lose() : 'BEGIN'));
    await query('begin', []);
    await query('select 1', []);
    await expect(query('commit', [])).rejects.toBeInstanceOf(CommitLostError);
    release();
    expect(released).toEqual([true]);
  });

  it('begins with its first statement, and one without statements is not sent at all', async () => {
    const sent: string[] = [];
    const { query } = connection((sql) => {
      sent.push(sql);
      return sql.toUpperCase();
    });
    await query('begin', []);
    await query('commit', []);
    await query('begin', []);
    await query('select 1', []);
    await query('commit', []);
    expect(sent).toEqual(['begin', 'select 1', 'commit']);
  });

  it('the server rolls a transaction back if the connection was lost before', async () => {
    const { query, client } = connection(lose);
    client.emit('error', new Error('terminated'));
    expect((await query('rollback', [])).command).toBe('ROLLBACK');
  });
});

it.each([
  [new Error('Connection terminated unexpectedly'), /broke the connection off, or did not answer. Nothing was changed/],
  [new Error('Query read timeout'), /broke the connection off, or did not answer. Nothing was changed/],
  [new Error('timeout expired'), /cannot be reached/],
  [new Error('SASL: client password must be a string'), /asks for a password/],
  [new Error('The server does not support SSL connections'), /offers no encryption/],
  [Object.assign(new Error('x'), { code: 'ECONNRESET' }), /broke the connection off. Nothing was changed/],
  [new CommitLostError('x'), /it may have been saved or not/],
])('%s of pg is explained', (error, expected) => {
  expect(explainError('postgres://host/name', error)).toMatchObject({ message: expect.stringMatching(expected) });
});

it('another error is returned as it is', () => {
  const error = new Error('relation "bookings" does not exist');
  expect(explainError('postgres://host/name', error)).toBe(error);
});
