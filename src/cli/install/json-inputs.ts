import type { Node } from 'jsonc-parser';
import { isDeepEqual, UnreadableConfigError } from './format.ts';
import { emptyAsObject, member, parse, plainValue, serialized, withLineEndings } from './json.ts';
import { insertItem, removeItem, replaceValue } from './json-edit.ts';

/** An entry of VS Code's `inputs`: a value that it asks the user for once and stores in the system's secret store. */
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

/** Returns the reference to an input in an entry. */
export const reference = ({ id }: Pick<Input, 'id'>) => `\${input:${id}}`;

const hasId = (id: string) => (node: Node) => (plainValue(node) as { id?: unknown } | null)?.id === id;

function inputs(root: Node): Node | undefined {
  const found = member(root, 'inputs');
  if (found && found.type !== 'array') throw new UnreadableConfigError('has "inputs", which is not a list');
  return found;
}

/** Returns the text with this input; the same text if it has the input already. */
export function setInput(before: string, input: Input): string {
  const text = emptyAsObject(before);
  const root = parse(text);
  const list = inputs(root);
  const old = list?.children?.find(hasId(input.id));
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
  const index = list?.children?.findIndex(hasId(id)) ?? -1;
  if (!list || index < 0) return text;
  if (list.children?.length !== 1) return removeItem(text, list, index);
  const property = root.children?.findIndex((child) => child.children?.[1] === list) ?? -1;
  return removeItem(text, root, property);
}
