import type { Read, Resource } from '../../contract/index.ts';
import { normalizeValue } from '../../lib/stated-values.ts';
import { listed, quoted, type Sentence, say, trusted } from '../../lib/text/sentence.ts';
import { ToolError } from '../core/errors.ts';
import type { Filter } from './filters.ts';

/** Distinct values that are remembered for an error message, which names fewer. */
const MAX_VALUES = 50;
const MAX_NAMED = 12;

/** Decides after a search whether the requested value exists. */
export interface ValueCheck<R extends Resource> {
  /** Name of the argument. */
  argument?: string;
  /** Called for every record of the list, also for those that other filters exclude. */
  visit(read: Read<R>): void;
  /**
   * Called if the whole list was read.
   * @throws ToolError if records have other values, and none has this one.
   */
  assertKnown(): void;
  /**
   * Returns the parameter with the value that was meant, if records have one that the text describes. For a platform that
   * compares only ids.
   */
  meant?(): Record<string, string> | undefined;
}

/** A filter for the value of a field, and its check. */
export interface ValueFilter<R extends Resource> {
  verdict: Filter<R>;
  check: ValueCheck<R>;
  /** The filter as parameters of a list: extension `list_filters`. */
  params: Record<string, string>;
}

interface ValueFilterOptions<R extends Resource> {
  /** Name of the argument in the error message. */
  argument: string;
  value: string;
  /** Values of a record, of which one must be equal. An absent one is not known. */
  valuesOf: (read: Read<R>) => readonly (string | null | undefined)[];
  /**
   * Values that are usual, and known although no record has them, as long as the platform has no others: `cancelled` where
   * nothing is cancelled, but not where the platform writes `rejected`.
   */
  usual?: readonly string[];
  /** Values that no record has, with a meaning of their own: the error message names them, too. */
  also?: readonly string[];
  /** What the error message says has no such value; by default, no record. */
  none?: string;
}

/**
 * Creates a filter that matches records with a value, and refuses a value that no record of a list has: an empty answer
 * would look like a fact about the business.
 */
export function createValueFilter<R extends Resource>(options: ValueFilterOptions<R>): ValueFilter<R> {
  const { argument, value, valuesOf, usual = [], also = [], none = 'no record' } = options;
  const requested = normalizeValue(value);
  const seen = new Map<string, string>();
  let isSeen = false;
  return {
    verdict(read) {
      const values = valuesOf(read).filter((one) => typeof one === 'string');
      return values.length === 0 ? 'unknown' : values.some((one) => normalizeValue(one) === requested);
    },
    params: { [argument]: value },
    check: {
      argument,
      visit(read) {
        for (const one of valuesOf(read)) {
          if (typeof one !== 'string') continue;
          const name = normalizeValue(one);
          isSeen ||= name === requested;
          const other = seen.get(name);
          // Of several writings the same one is named, whatever the order of the records.
          if (other === undefined ? seen.size < MAX_VALUES : one < other) seen.set(name, one);
        }
      },
      assertKnown() {
        if (isSeen || seen.size === 0) return;
        const isUsual = usual.includes(requested) && [...seen.keys()].every((name) => usual.includes(name));
        if (isUsual) return;
        throw unknownValue(say`${trusted(argument)}: ${trusted(none)} has ${quoted(value, 64)}.`, [
          ...new Set([...seen.values(), ...also]),
        ]);
      },
    },
  };
}

/** Returns the refusal of a value that no record has, with the known values, or some of many. */
function unknownValue(problem: Sentence, known: readonly string[]): ToolError {
  const isAll = known.length < MAX_VALUES;
  const values = known.toSorted().map((one) => quoted(one, 64));
  const named = isAll
    ? say`Known values: ${listed(values, MAX_NAMED)}`
    : say`Some of the known values: ${listed(values.slice(0, MAX_NAMED), MAX_NAMED)}`;
  return new ToolError(say`${problem} ${named}.`);
}
