import { Document, isMap, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml';
import { VERSION } from '../../config/version.ts';
import type { BusinessFile } from '../../contract/business.ts';
import { currencyDigits } from '../../lib/currency.ts';

/** Where editors find the JSON Schema of this version: the published package. */
const SCHEMA_URL = `https://unpkg.com/rcpt-mcp@${VERSION}/business.schema.json`;

/** Lines of generated files; longer texts are folded. */
const LINE_WIDTH = 110;

/** Lists whose entries are short enough for one line. */
const ON_ONE_LINE = new Set(['closures', 'special_hours', 'time_off', 'price_changes', 'users']);

/**
 * Formats a business file as YAML, with the reference to its schema.
 * @param comments before the first field, and by the name of a field
 */
export function renderBusinessFile(
  file: BusinessFile,
  comments: { top: readonly string[]; fields?: Readonly<Record<string, string>> },
): string {
  const document = new Document(withoutEmpty(file));
  document.commentBefore = [
    ` yaml-language-server: $schema=${SCHEMA_URL}`,
    ...comments.top.map((line) => ` ${line}`),
  ].join('\n');
  const root = document.contents as unknown as YAMLMap;
  const digits = currencyDigits(file.currency ?? 'USD');
  for (const pair of root.items) decorate(pair, comments.fields ?? {}, digits);
  return document.toString({ lineWidth: LINE_WIDTH, flowCollectionPadding: true });
}

function withoutEmpty(file: BusinessFile): object {
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(file).filter(([, value]) => !isEmpty(value)));
}

/** Comments a field of the file, and chooses the style of its lists and amounts. */
function decorate({ key, value }: Pair, comments: Readonly<Record<string, string>>, digits: number): void {
  if (!isScalar(key)) return;
  const comment = comments[String(key.value)];
  if (comment !== undefined) {
    key.commentBefore = ` ${comment}`;
    key.spaceBefore = true;
  }
  formatValue(String(key.value), value, digits);
}

function formatValue(name: string, value: unknown, digits: number): void {
  if (isScalar(value) && name === 'price' && typeof value.value === 'number') value.minFractionDigits = digits;
  if (isMap(value))
    for (const pair of value.items) if (isScalar(pair.key)) formatValue(String(pair.key.value), pair.value, digits);
  if (!isSeq(value)) return;
  // The ids of those who perform a service, but not the list of people itself.
  if (name === 'staff' && value.items.every(isScalar)) value.flow = true;
  for (const item of value.items) {
    if (isMap(item) && ON_ONE_LINE.has(name)) item.flow = true;
    formatValue('', item, digits);
  }
}
