/** The table of the business file's fields in docs/business-file.md. */
import { businessFileSchema } from '../src/contract/business-schema.ts';
import { table } from './markdown.ts';

interface Schema {
  type?: string;
  const?: unknown;
  enum?: readonly string[];
  description?: string;
  pattern?: string;
  examples?: readonly unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  anyOf?: readonly Schema[];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: '`true` or `false`',
  null: '`null`',
  object: 'fields',
};

function typeOf({ type, items, enum: values, const: only, anyOf, pattern = '' }: Schema): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (only !== undefined) return `\`${only}\``;
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (type === 'array' && items) return `list of ${items.type === 'object' ? 'entries' : `${typeOf(items)}s`}`;
  if (pattern.includes('w)?')) return 'duration';
  if (pattern.startsWith('^\\d{4}')) return pattern.includes('T') ? 'date or local time' : 'date';
  return TYPES[type ?? ''] ?? '';
}

const exampleOf = ({ examples, anyOf }: Schema): string => {
  const [example] = examples ?? anyOf?.flatMap((option) => option.examples ?? []) ?? [];
  if (example === undefined) return '';
  if (typeof example === 'string') return `\`${example}\``;
  return `\`${JSON.stringify(example).replaceAll('","', '", "')}\``;
};

function rowsOf(schema: Schema, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, field]) => {
      const nested = field.items?.properties ? field.items : field;
      const path = `${prefix}${name}`;
      const isRequired = schema.required?.includes(name);
      const meaning = [field.description ?? '', isRequired ? '(required)' : ''].filter(Boolean).join(' ');
      return [
        [`\`${path}\``, typeOf(field), meaning, exampleOf(field)],
        ...rowsOf(nested, `${path}${nested === field ? '' : '[]'}.`),
      ];
    });
}

export const businessFieldTable = () =>
  table(['field', 'type', 'meaning', 'example'], rowsOf(businessFileSchema() as Schema, ''));
