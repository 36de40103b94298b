import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createFailureLog } from '../../../src/lib/logging/failure-log.ts';
import { createLogger, type LogLevel } from '../../../src/lib/logging/logger.ts';
import { manualClock } from '../../support/clock.ts';

/** How failures of others appear in the log. test/lib/secrets.test.ts has what is kept out of it. */
function logged(level: LogLevel = 'warn') {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  return { lines, logger: createLogger({ level, format: 'json', write, now: () => 0 }) };
}

/** An error of the system, as libraries wrap it. */
async function refusedConnection(): Promise<Error> {
  const cause = await new Promise<Error>((resolve) => void connect(9, '127.0.0.1').once('error', resolve));
  return new Error('listBookings: unreachable', { cause: new Error('unreachable', { cause }) });
}

describe('a warning', () => {
  it('states the cause of a failure in words, without stacks', async () => {
    const { lines, logger } = logged();
    logger.warn('failed', { error: await refusedConnection() });
    expect(lines[0]?.error).toEqual({
      name: 'Error',
      message: 'listBookings: unreachable: connect ECONNREFUSED 127.0.0.1:9 (connection refused)',
    });
  });

  it('states the first of the causes of a connection to several addresses', () => {
    const { lines, logger } = logged();
    const causes = ['connect ECONNREFUSED ::1:9', 'connect ECONNREFUSED 127.0.0.1:9'].map((text) => new Error(text));
    logger.warn('failed', { error: new Error('fetch failed', { cause: new AggregateError(causes) }) });
    expect(lines[0]?.error).toMatchObject({ message: 'fetch failed: connect ECONNREFUSED ::1:9' });
  });

  it('continues after a sentence, and ends a circle of causes', () => {
    const { lines, logger } = logged();
    const error = new Error('The database is locked.', { cause: new Error('database is busy') });
    const circle = new Error('circle');
    circle.cause = circle;
    logger.warn('failed', { error, circle, empty: new Error('') });
    expect(lines[0]).toMatchObject({
      error: { message: 'The database is locked. database is busy' },
      circle: { message: 'circle' },
      empty: { message: 'Error' },
    });
  });

  it('has the stack at the level debug, and an error has it at every level', async () => {
    const error = await refusedConnection();
    const stack = expect.stringContaining(import.meta.filename);
    const debug = logged('debug');
    debug.logger.warn('failed', { error });
    expect(debug.lines[0]?.error).toMatchObject({ message: 'listBookings: unreachable', stack });
    const { lines, logger } = logged('error');
    logger.error('fault', { error });
    expect(lines[0]?.error).toMatchObject({ stack, cause: { message: 'unreachable' } });
  });
});

describe('the log of work that is repeated', () => {
  it('has one line for a failure that lasts, a reminder after five minutes, and one line when it ends', () => {
    const { lines, logger } = logged('info');
    const clock = manualClock(0);
    const log = createFailureLog(logger, { failure: 'not read', recovery: 'read again' }, clock);
    log.succeeded();
    const fail = () => log.failed(new Error('away'), { list: 'calls' });
    for (let attempt = 0; attempt < 4; attempt++) fail();
    clock.advance(5 * 60_000);
    fail();
    fail();
    log.succeeded();
    log.succeeded();
    fail();
    expect(lines.map(({ level, message, list, repeated }) => [level, message, list, repeated])).toEqual([
      ['warn', 'not read', 'calls', undefined],
      ['warn', 'not read', 'calls', 4],
      ['info', 'read again', undefined, undefined],
      ['warn', 'not read', 'calls', undefined],
    ]);
  });

  it('has one line for failures between successes of other work, and one line some time after the last of them', () => {
    const { lines, logger } = logged('info');
    const clock = manualClock(0);
    const log = createFailureLog(logger, { failure: 'not stored', recovery: 'stored again', settleMs: 5_000 }, clock);
    for (let attempt = 0; attempt < 4; attempt++) {
      log.failed(new Error('full'));
      log.succeeded();
      clock.advance(2_000);
      log.succeeded();
    }
    expect(lines.map(({ message }) => message)).toEqual(['not stored']);
    clock.advance(3_000);
    log.succeeded();
    expect(lines.map(({ message }) => message)).toEqual(['not stored', 'stored again']);
  });
});
