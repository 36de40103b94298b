import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { createPermitPool, type LimitedCaller } from '../../../src/lib/http/permit-pool.ts';
import { RequestLifetime } from '../../../src/lib/http/request-lifetime.ts';

const response = () => new EventEmitter() as EventEmitter & ServerResponse;
const LOCAL: LimitedCaller = { key: 'local', standing: 'local' };
const caller = (key: string, standing: 'verified' | 'unverified'): LimitedCaller => ({ key, standing });

it('a permit pool refuses a request whose body does not fit, until another response is closed', () => {
  const pool = createPermitPool({ permits: 100, bytes: 1_000 });
  const first = response();
  expect(pool.acquire(first, LOCAL, 600)).toBeDefined();
  expect(pool.acquire(response(), LOCAL, 401)).toBeUndefined();
  expect(pool.acquire(response(), LOCAL, 400)).toBeDefined();
  expect(pool.acquire(response(), LOCAL, 1)).toBeUndefined();
  first.emit('close');
  expect(pool.acquire(response(), LOCAL, 601)).toBeUndefined();
  expect(pool.acquire(response(), LOCAL, 600)).toBeDefined();
});

it('a permit can be released and taken back, which is never refused, until its response is closed', () => {
  const pool = createPermitPool({ permits: 2, bytes: 1_000 });
  const waiting = response();
  const permit = pool.acquire(waiting, LOCAL, 600);
  const takeBack = permit?.release();
  const [second, third] = [response(), response()];
  expect(pool.acquire(second, LOCAL, 600)).toBeDefined();
  expect(pool.acquire(third, LOCAL, 0)).toBeDefined();
  takeBack?.();
  third.emit('close');
  expect(pool.acquire(response(), LOCAL, 0)).toBeUndefined();
  second.emit('close');
  expect(pool.acquire(response(), LOCAL, 401)).toBeUndefined();
  waiting.emit('close');
  takeBack?.();
  expect(pool.acquire(response(), LOCAL, 1_000)).toBeDefined();
});

it('a permit is held until the response is closed and the work of its request has ended, in any order', () => {
  const pool = createPermitPool({ permits: 1, bytes: 1_000 });
  const begin = () => {
    const outgoing = response();
    const lifetime = new RequestLifetime(outgoing);
    expect(pool.acquire(lifetime, LOCAL, 0)).toBeDefined();
    return { close: () => outgoing.emit('close'), end: lifetime.retain() };
  };
  const lost = begin();
  lost.close();
  expect(pool.acquire(response(), LOCAL, 0)).toBeUndefined();
  lost.end();
  const usual = begin();
  usual.end();
  usual.end();
  expect(pool.acquire(response(), LOCAL, 0)).toBeUndefined();
  usual.close();
  expect(pool.acquire(response(), LOCAL, 0)).toBeDefined();
});

it('a caller keeps its share of a permit pool while one of its requests has released its permit', () => {
  const pool = createPermitPool({ permits: 8, bytes: 1_000 });
  const acquire = (outgoing = response()) => pool.acquire(outgoing, caller('a', 'verified'), 0);
  const waiting = response();
  const takeBack = acquire(waiting)?.release();
  const others = [response(), response()];
  for (const other of others) expect(acquire(other)).toBeDefined();
  takeBack?.();
  expect(acquire()).toBeUndefined();
  others[0]?.emit('close');
  expect(acquire()).toBeUndefined();
  waiting.emit('close');
  expect(acquire()).toBeDefined();
  expect(acquire()).toBeUndefined();
});

it('a caller has a quarter of a permit pool, and unverified callers have a quarter together', () => {
  const pool = createPermitPool({ permits: 32, bytes: 32_000 });
  const count = (key: string, standing: 'verified' | 'unverified', bytes = 0) => {
    let acquired = 0;
    while (pool.acquire(response(), caller(key, standing), bytes)) acquired++;
    return acquired;
  };
  expect(count('large', 'verified', 1_600)).toBe(5);
  expect(count('a', 'verified')).toBe(8);
  expect(['b', 'c', 'd', 'e', 'f'].map((key) => count(key, 'unverified'))).toEqual([2, 2, 2, 2, 0]);
});
