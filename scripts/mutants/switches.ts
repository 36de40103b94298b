import { parseAst } from 'rolldown/parseAst';
import { applyMutation, type Mutation } from './operators.ts';

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

interface Numbered extends Mutation {
  /** From 1; 0 is the original program. */
  number: number;
}

/** A part of the source that exists once as it is, and once for each of its changes. */
interface Scope {
  start: number;
  end: number;
  isStatement: boolean;
  mutations: Numbered[];
}

/**
 * Returns the source with all changes in it ("mutant schemata"): each is behind a switch, so that one build serves all of
 * them. `folder/mutant` names the change that is on when the program starts. With 0, the original runs and adds the
 * number of each change that it reaches to `folder/reached`.
 */
export function embedSwitches(source: string, mutations: readonly Numbered[], folder: string): string {
  const program = parseAst(source, { lang: 'ts' }) as unknown as Node;
  const scopes = merge(mutations.map((mutation) => scopeOf(program, mutation)));
  let text = source;
  for (const scope of scopes.sort((a, b) => b.start - a.start))
    text = text.slice(0, scope.start) + switched(source, scope) + text.slice(scope.end);
  return prelude(folder) + text;
}

function switched(source: string, { start, end, isStatement, mutations }: Scope): string {
  const original = source.slice(start, end);
  return mutations.reduce((otherwise, mutation) => {
    const changed = applyMutation(source, mutation).slice(
      start,
      end + mutation.replacement.length - (mutation.end - mutation.start),
    );
    return isStatement
      ? `{ if (__mutant(${mutation.number})) { ${changed} } else { ${otherwise} } }`
      : `(__mutant(${mutation.number}) ? (${changed}) : (${otherwise}))`;
  }, original);
}

/** A function declaration, because modules that import each other may call it before they are evaluated. One line. */
const prelude = (folder: string) =>
  `function __mutant(number) { return (globalThis.__mutants ??= ((fs) => {
    const active = Number(fs.readFileSync(${JSON.stringify(`${folder}/mutant`)}, 'utf8'));
    const reached = new Set();
    return (number) => {
      if (active === 0 && !reached.has(number)) {
        reached.add(number);
        fs.appendFileSync(${JSON.stringify(`${folder}/reached`)}, number + '\\n');
      }
      return number === active;
    };
  })(process.getBuiltinModule('node:fs')))(number); } `.replace(/\n\s*/g, ' ');

/** Two changes in one expression: the larger scope holds both. */
function merge(scopes: Scope[]): Scope[] {
  const merged: Scope[] = [];
  for (const scope of scopes.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && scope.start < last.end) last.mutations.push(...scope.mutations);
    else merged.push(scope);
  }
  return merged;
}

/** The smallest statement or expression that can be replaced as a whole by the changed one. */
function scopeOf(program: Node, mutation: Numbered): Scope {
  const path = pathTo(program, mutation);
  let index = path.length - 1;
  const nodeAt = (at: number) => path[at] as Node;
  while (index > 0 && isPartOfExpression(nodeAt(index), nodeAt(index - 1))) index--;
  const { start, end, type } = nodeAt(index);
  return { start, end, isStatement: type.endsWith('Statement'), mutations: [mutation] };
}

/**
 * Parts of one expression that belong together: operators without parentheses, whose order of evaluation a change may
 * affect, and chains of members and calls.
 */
function isPartOfExpression(node: Node, parent: Node): boolean {
  switch (parent.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return true;
    case 'MemberExpression':
      return parent.object === node || !parent.computed;
    case 'CallExpression':
      return parent.callee === node;
    default:
      return false;
  }
}

/** The nodes from the program to the innermost one that contains the change. Equal ranges: the outermost ends the path. */
function pathTo(program: Node, { start, end }: Mutation): Node[] {
  const path = [program];
  for (;;) {
    const node = path.at(-1) as Node;
    if (path.length > 1 && node.start === start && node.end === end) return path;
    const child = childrenOf(node).find((candidate) => candidate.start <= start && end <= candidate.end);
    if (!child) return path;
    path.push(child);
  }
}

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter(
      (value): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string',
    );
