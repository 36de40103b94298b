import type { Node } from 'jsonc-parser';
import { isDeepEqual, UnreadableConfigError } from './format.ts';
import { emptyAsObject, member, parse, plainValue, serialized, withLineEndings } from './json.ts';
import { insertItem, removeItem, replaceValue } from './json-edit.ts';

/** VS Code's `inputs`: values that it asks the user for once and keeps in the system's secret store. */
export interface Input {
  type: 'promptString';
  id: string;
  description: string;
  password: true;
}

export const inputFor = (name: string): Input => ({
  type: 'promptString',
  id: `${name}-api-key`,
  description: `API key of the phone-receptionist platform (sk_live_…), for ${name}`,
  password: true,
});

/** How an entry refers to an input. */
export const reference = ({ id }: Pick<Input, 'id'>) => `\${input:${id}}`;

const isOf = (id: string) => (node: Node) => (plainValue(node) as { id?: unknown } | null)?.id === id;

function inputs(root: Node): Node | undefined {
  const found = member(root, 'inputs');
  if (found && found.type !== 'array') throw new UnreadableConfigError('has "inputs", which is not a list');
  return found;
}

export function setInput(before: string, input: Input): string {
  const text = emptyAsObject(before);
  const root = parse(text);
  const list = inputs(root);
  const old = list?.children?.find(isOf(input.id));
  if (old && isDeepEqual(plainValue(old), input)) return before;
  if (old) return replaceValue(text, root, old, withLineEndings(text, serialized(input)));
  if (list) return insertItem(text, root, list, withLineEndings(text, serialized(input)));
  const write = serialized([input]);
  return insertItem(
    text,
    root,
    root,
    withLineEndings(text, (indent, unit) => `"inputs": ${write(indent, unit)}`),
  );
}

/** Removes an input without references, and the list if it becomes empty. */
export function removeInput(text: string, id: string): string {
  if (text.trim() === '' || text.includes(reference({ id }))) return text;
  const root = parse(text);
  const list = inputs(root);
  const index = list?.children?.findIndex(isOf(id)) ?? -1;
  if (!list || index < 0) return text;
  if (list.children?.length !== 1) return removeItem(text, list, index);
  const property = root.children?.findIndex((child) => child.children?.[1] === list) ?? -1;
  return removeItem(text, root, property);
}
