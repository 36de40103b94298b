import type { TestClient, ToolAnswer } from '../support/clients.ts';

/** A call of a tool. */
export interface Call {
  tool: string;
  args: Record<string, unknown>;
}

/** A server of the comparison. All have the same data. */
export interface Subject {
  name: string;
  client: TestClient;
}

/** Where the answers of two servers to the same call differ. */
export interface Difference {
  call: Call;
  /** 1: the first answer; others follow a cursor. */
  page: number;
  /** Names of the servers. */
  between: [string, string];
  /** The fields that differ, each with both values as JSON. */
  fields: { path: string; values: [string, string] }[];
}

/** How much was read for an answer is what differs; everything else is the same. */
const WORK = ['scanned', 'searched', 'read', 'read_at'];

export interface Comparison {
  /** The first difference to the first server; undefined if there is none. */
  difference?: Difference;
  /** Whether the first server refused the call. */
  isRefused: boolean;
}

/** Makes a call on each server, and follows the cursors to the end, or until there are as many answers. */
export async function compare(subjects: readonly Subject[], call: Call, maxAnswers: number): Promise<Comparison> {
  const cursors: (unknown | undefined)[] = subjects.map(() => undefined);
  for (let page = 1; ; page++) {
    const answers = await Promise.all(
      subjects.map(({ client }, index) => {
        const cursor = cursors[index];
        return client.call(call.tool, { ...call.args, ...(cursor === undefined ? {} : { cursor }) });
      }),
    );
    const isRefused = answers[0]?.isError === true;
    const shown = answers.map(comparable);
    for (const [index, other] of shown.entries()) {
      const fields = haveTwoMistakes(answers[0], answers[index]) ? [] : differingFields(shown[0], other);
      const between: [string, string] = [subjects[0]?.name ?? '', subjects[index]?.name ?? ''];
      if (fields.length > 0) return { difference: { call, page, between, fields }, isRefused };
    }
    answers.forEach(({ data }, index) => {
      cursors[index] = data.cursor;
    });
    if (cursors[0] === undefined || page >= maxAnswers) return { isRefused };
  }
}

/** Returns what answers must have in common. Cursors are opaque: only whether there is one is compared. */
function comparable({ data, text, isError }: ToolAnswer): unknown {
  if (isError) return { isError, text };
  const { cursor, ...rest } = data;
  const kept = Object.entries(rest).filter(([name]) => !WORK.includes(name));
  return { ...Object.fromEntries(kept), hasCursor: cursor !== undefined };
}

/** A value that does not exist, in a list that the key may not read: each server names what it notices first. */
function haveTwoMistakes(one: ToolAnswer | undefined, other: ToolAnswer | undefined): boolean {
  const refusals = [one, other].filter((answer) => answer?.text.startsWith('The platform refused access (403).'));
  return one?.isError === true && other?.isError === true && refusals.length === 1;
}

/** Returns the paths at which two values differ. */
export function differingFields(one: unknown, other: unknown, path = ''): Difference['fields'] {
  if (isContainer(one) && isContainer(other) && Array.isArray(one) === Array.isArray(other)) {
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((name) => differingFields(one[name], other[name], path === '' ? name : `${path}.${name}`));
  }
  // A platform may count up to a limit only, and a scan what it has read.
  if (path === 'total' && (one ?? other) !== undefined && (one === null || other === null)) return [];
  if (Object.is(one, other)) return [];
  return [{ path, values: [JSON.stringify(one) ?? 'absent', JSON.stringify(other) ?? 'absent'] }];
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns a difference with as few arguments as still cause one. */
export async function shrink(subjects: readonly Subject[], found: Difference, maxAnswers: number): Promise<Difference> {
  let smallest = found;
  for (const name of Object.keys(found.call.args)) {
    const { [name]: _removed, ...args } = smallest.call.args;
    const { difference: less } = await compare(subjects, { ...smallest.call, args }, maxAnswers);
    // One of another kind is another difference.
    if (less && less.fields[0]?.path.split('.')[0] === smallest.fields[0]?.path.split('.')[0]) smallest = less;
  }
  return smallest;
}

/** Describes a difference for a person who has to reproduce it. */
export function describeDifference({ call, page, between, fields }: Difference): string {
  const lines = fields.slice(0, 6).map(({ path, values: [one, other] }) => {
    return `  ${path}\n    ${between[0]}: ${one.slice(0, 300)}\n    ${between[1]}: ${other.slice(0, 300)}`;
  });
  const more = fields.length > 6 ? [`  and ${fields.length - 6} more fields`] : [];
  return [`${call.tool} ${JSON.stringify(call.args)}, answer ${page}:`, ...lines, ...more].join('\n');
}
