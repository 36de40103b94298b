import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../src/api/index.ts';
import { compareFields } from '../../src/tools/idempotency/comparison.ts';
import { differing, fieldValues } from '../../src/tools/idempotency/field-values.ts';
import { changeAndVerify, withReadRetries } from '../../src/tools/idempotency/read-back.ts';

describe('compareFields', () => {
  it.each<[requested: unknown, stored: unknown, result: 'equal' | 'differing' | 'absent']>([
    [undefined, 'anything', 'equal'],
    ['Ana  Diaz', ' Ana Diaz', 'equal'],
    ['Ana', 'Ben', 'differing'],
    ['Ana', undefined, 'absent'],
    ['Ana', null, 'absent'],
    ['', undefined, 'equal'],
    [30, '30', 'equal'],
    [30, 45, 'differing'],
    [['a', 'b'], ['a', 'b'], 'equal'],
    [['a', 'b'], ['a'], 'differing'],
    [{ a: 1 }, { a: 1, b: 2 }, 'equal'],
    [{ a: 1 }, { a: 2 }, 'differing'],
    [{ a: 1 }, 'a', 'differing'],
    ['a', { a: 1 }, 'differing'],
  ])('finds that %j and the stored %j are %s', (requested, stored, result) => {
    const { differing: different, absent } = compareFields([['field', requested, stored]]);
    expect({ different, absent }).toEqual({
      different: result === 'differing' ? ['field'] : [],
      absent: result === 'absent' ? ['field'] : [],
    });
  });
});

it('differing returns the names of the fields that were changed between two states of a record', () => {
  const one = fieldValues({ notes: 'a', contact: { name: 'Ana', phone: null }, start_time: '2194-03-02T10:00:00Z' });
  const other = fieldValues({
    notes: 'b',
    contact: { name: 'Ana', phone: '' },
    start_time: '2194-03-02T11:00:00+01:00',
  });
  expect(differing(['notes', 'contact_name', 'contact_phone', 'start_time'], one, other)).toEqual(['notes']);
});

const failure = (kind: ApiErrorKind) => new ApiError({ kind, changed: 'unknown' });

describe('a read that determines the outcome of a write', () => {
  /** Fails with each kind in turn, then succeeds. Returns the outcome and the number of attempts. */
  async function read(...kinds: ApiErrorKind[]) {
    let attempts = 0;
    const outcome = await withReadRetries(async () => {
      // One that is repeated for ever must not stop the test.
      if (attempts > 10) return 'endless';
      const kind = kinds[attempts++];
      if (kind !== undefined) throw failure(kind);
      return 'read';
    }).catch((error: unknown) => (error as ApiError).details.kind);
    return [outcome, attempts];
  }

  it('a read is tried three times after failures that pass', async () => {
    expect(await read()).toEqual(['read', 1]);
    expect(await read('timeout', 'timeout')).toEqual(['read', 3]);
    expect(await read('timeout', 'timeout', 'timeout', 'timeout')).toEqual(['timeout', 3]);
  });

  it('a read is not tried again after any other failure', async () => {
    expect(await read('not_found')).toEqual(['not_found', 1]);
  });
});

type Stored = ReturnType<typeof recordWith>;
const recordWith = (notes: string) => ({ fields: { id: 'bk_1', notes } });

it('a change whose precondition failed is done if the record shows it, and failed otherwise', async () => {
  const change = (stored: string) =>
    changeAndVerify(
      {
        endpoint: 'updateBooking',
        id: 'bk_1',
        send: (): Promise<Stored> => Promise.reject(failure('precondition_failed')),
        read: async () => recordWith(stored),
        compare: ({ fields }) => ({ differing: fields.notes === 'wanted' ? [] : ['notes'], absent: [] }),
        note: 'It is changed.',
      },
      new AbortController().signal,
    );
  expect(await change('wanted')).toEqual({ result: recordWith('wanted'), note: 'It is changed.' });
  await expect(change('other')).rejects.toMatchObject({ details: { kind: 'precondition_failed' } });
});
