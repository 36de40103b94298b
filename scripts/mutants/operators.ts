import { parseAst } from 'rolldown/parseAst';

/** One change of one operator, by offsets in the source text. */
export interface Mutation {
  operator: string;
  start: number;
  end: number;
  replacement: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const BINARY: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};
const METHODS: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  push: 'unshift',
};
const ASSIGNMENTS: Record<string, string> = { '+=': '-=', '-=': '+=', '||=': '&&=', '??=': '&&=' };
const UPDATES: Record<string, string> = { '++': '--', '--': '++' };

/** Finds every place of a TypeScript file that an operator can change, in source order. */
export function mutationsOf(source: string): Mutation[] {
  const found: Mutation[] = [];
  const text = (node: Node) => source.slice(node.start, node.end);
  const replace = (operator: string, node: Node, replacement: string) =>
    found.push({ operator, start: node.start, end: node.end, replacement });
  /** Replaces a token that stands between two nodes. */
  const replaceBetween = (left: Node, right: Node, token: string, replacement: string) => {
    const start = source.indexOf(token, left.end);
    if (start >= 0 && start < right.start)
      found.push({ operator: `${token} → ${replacement}`, start, end: start + token.length, replacement });
  };
  const negate = (node: Node | null) => {
    if (node) replace('negated condition', node, `!(${text(node)})`);
  };
  const visit = (node: Node) => {
    if (node.type.startsWith('TS') && !RUNTIME_TYPES.has(node.type)) return;
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
        return;
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const { operator, left, right } = node as Node & { operator: string; left: Node; right: Node };
        const other = BINARY[operator];
        // A text cannot be subtracted; the bundler would still accept it, and nothing would be learned.
        const joinsText = operator === '+' && /['"`]/.test(text(node));
        if (other && !joinsText) replaceBetween(left, right, operator, other);
        break;
      }
      case 'AssignmentExpression': {
        const { operator, left, right } = node as Node & { operator: string; left: Node; right: Node };
        const other = ASSIGNMENTS[operator];
        if (other) replaceBetween(left, right, operator, other);
        break;
      }
      case 'UpdateExpression': {
        const { operator } = node as Node & { operator: string };
        const other = UPDATES[operator] as string;
        replace(`${operator} → ${other}`, node, text(node).replace(operator, other));
        break;
      }
      case 'UnaryExpression': {
        const { operator, argument } = node as Node & { operator: string; argument: Node };
        if (operator === '!') replace('! removed', node, text(argument));
        break;
      }
      case 'IfStatement':
      case 'ConditionalExpression':
      case 'WhileStatement':
        negate(node.test as Node);
        break;
      case 'Literal': {
        const { value } = node as Node & { value: unknown };
        if (typeof value === 'boolean') replace(`${value} → ${!value}`, node, String(!value));
        // Off by one. Other numbers are mostly limits and times, which may be larger by one.
        if (value === 0 || value === 1) replace('number + 1', node, `(${text(node)} + 1)`);
        break;
      }
      case 'ReturnStatement':
        if (node.argument) replace('returns undefined', node.argument as Node, 'undefined as never');
        break;
      case 'ThrowStatement':
        replace('throw removed', node, ';');
        break;
      case 'ExpressionStatement': {
        const expression = node.expression as Node;
        const call = expression.type === 'AwaitExpression' ? (expression.argument as Node) : expression;
        if (call.type === 'CallExpression' && !/\blog(ger)?\b/i.test(text(call.callee as Node)))
          replace('call removed', node, ';');
        break;
      }
      case 'CallExpression': {
        const callee = node.callee as Node;
        const property = callee.property as (Node & { name?: string }) | undefined;
        const name = property?.name ?? '';
        // Not `toString`, which every object inherits.
        const other = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
        if (callee.type === 'MemberExpression' && property && other)
          replace(`${property.name} → ${other}`, property, other);
        break;
      }
      case 'Property':
        // Numbers and booleans as names of members are not values.
        visitValue((node as Node & { value: unknown }).value);
        return;
      default:
    }
    for (const [name, value] of Object.entries(node)) if (!SKIPPED_FIELDS.has(name)) visitValue(value);
  };
  const visitValue = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visitValue(item);
    else if (isNode(value)) visit(value);
  };
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Expressions with a type, whose value exists at run time. */
const RUNTIME_TYPES = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);
const SKIPPED_FIELDS = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'returnType',
  'superTypeArguments',
]);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export const applyMutation = (source: string, { start, end, replacement }: Mutation) =>
  source.slice(0, start) + replacement + source.slice(end);
