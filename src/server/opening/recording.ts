import type { Confirm, Output } from '../../tools/core/settings.ts';
import type { Toolset } from '../../tools/core/toolsets.ts';

/** The protocol that a client speaks: the handshake of 2025, or the requests of 2026 that need none. */
export type Era = '2025' | '2026';

/** What a client asks before it does anything. */
export const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'] as const;
export type List = (typeof LISTS)[number];

/** What differs between two answers to the same question. */
export type Hole = 'version' | 'capabilities' | 'instructions' | 'items' | 'id';

/**
 * What the server itself answered when the package was built, taken apart where answers differ: so that they can be put
 * together again without loading it. `scripts/record-opening.ts` makes it.
 */
export interface Recording {
  /** Versions that `initialize` takes as they are. */
  versions: readonly string[];
  /** Answers by era and method, as JSON with holes: see `fill`. */
  answers: Record<Era, Readonly<Record<string, string>>>;
  /** What each list can have, in order, as JSON. */
  items: Record<List, readonly string[]>;
  /** Names of the tools in `items`. */
  tools: readonly string[];
  /** Which of it is offered, by `selectionKey`. */
  selections: readonly Offer[];
}

export interface Offer {
  /** As JSON: where the server learns of events, and where it does not. */
  capabilities: { told: string; untold: string };
  /** Places in `items`. Absent where the server has no such method. */
  lists: Partial<Record<List, readonly number[]>>;
}

/** The recording for these settings: they say which arguments and schemas tools have. */
export function recordingName({ confirm, output }: { confirm: Confirm; output: Output }): string {
  return `opening-${confirm}-${output === 'text' ? 'text' : 'structured'}.json`;
}

/** The place of a selection among all: there is one for each set of toolsets, with writing tools and without. */
export function selectionKey(all: readonly Toolset[], toolsets: readonly Toolset[], readOnly: boolean): number {
  const set = all.reduce((sum, toolset, index) => sum + (toolsets.includes(toolset) ? 2 ** index : 0), 0);
  return 2 * set + (readOnly ? 1 : 0);
}

/** Stands around the name of a hole. JSON never has it: it would be escaped. */
const EDGE = '\0';

export function hole(name: Hole): string {
  return EDGE + name + EDGE;
}

/** Fills the holes of an answer. */
export function fill(answer: string, values: Partial<Record<Hole, string>>): string {
  return answer
    .split(EDGE)
    .map((part, index) => (index % 2 === 0 ? part : values[part as Hole]))
    .join('');
}
