import { quoted, say } from '../../lib/text/sentence.ts';
import { ColumnError } from '../errors.ts';
import { type ColumnMap, mappedColumns, namesOf, normalHeader } from '../headers.ts';
import { AMBIGUOUS_NAMES, BIRTH_HEADERS, EXPORT_COLUMNS, HEADERS } from './headers.ts';

type Part = keyof typeof HEADERS;
const PARTS = Object.keys(HEADERS) as Part[];
const isPart = (field: string): field is Part => Object.hasOwn(HEADERS, field);

/** The columns of a file, by their index. Of several for one part, the first that is not empty counts. */
export interface Columns {
  parts: Readonly<Record<Part, readonly number[]>>;
  /** Additional fields of contacts by their names. */
  additional: ReadonlyMap<string, number>;
  ignored: readonly number[];
}

/** Fields that only the platform sets: an export has them, and no import keeps them. */
const READ_ONLY = ['created_at', 'updated_at'];
const NOT_ADDITIONAL: readonly string[] = [...READ_ONLY, 'id', 'contact_id', 'name', 'email', 'phone'];

/** What the first columns of our own export hold. The others are additional fields, even if one is named `mobile`. */
const EXPORTED_PARTS: readonly Part[] = ['id', 'name', 'email', 'phone'];

/** What the caller checks of the voice profile read. */
export const BIRTH_FIELD = 'date_of_birth';

const MAX_FIELD_LENGTH = 40;

interface ColumnOptions {
  map: ColumnMap;
  /** Whether other columns are additional fields. */
  keepOthers: boolean;
  /** Returns a header in the form in which it is compared with the usual ones. Default: `normalHeader`. */
  normal?: (header: string) => string;
}

/**
 * Finds out what each column holds, by `map` and by the usual headers.
 * @throws ColumnError if a column of `map` does not exist, or if no column holds the name
 */
export function findColumns(header: readonly string[], options: ColumnOptions): Columns {
  const { normal = normalHeader } = options;
  const parts: Record<Part, number[]> = { id: [], first_name: [], last_name: [], name: [], email: [], phone: [] };
  const additional = new Map<string, number>();
  for (const [field, column] of Object.entries(options.map)) {
    const columns = mappedColumns(header, column);
    if (isPart(field)) parts[field] = columns;
    else if (NOT_ADDITIONAL.includes(field)) throw new ColumnError(`No column can set ${field}: the platform sets it.`);
    else for (const index of columns) additional.set(field, index);
  }
  const mapped = new Set([...Object.values(parts).flat(), ...additional.values()]);
  const free = header.map((text, index) => ({ text: normal(text), index })).filter(({ index }) => !mapped.has(index));
  const hasMappedName = parts.name.length + parts.first_name.length + parts.last_name.length > 0;
  const isExport = EXPORT_COLUMNS.every((name, index) => header[index] === name);
  for (const part of PARTS) {
    if (Object.hasOwn(options.map, part) || (hasMappedName && part.endsWith('name'))) continue;
    parts[part] = isExport
      ? free.flatMap(({ index }) => (EXPORTED_PARTS[index] === part ? index : []))
      : HEADERS[part].flatMap((known) => free.flatMap(({ text, index }) => (text === known ? index : [])));
  }
  if (!hasMappedName) assignAmbiguousName(parts, header.map(normal));
  if (parts.name.length + parts.first_name.length + parts.last_name.length === 0) throw noName(header);

  const used = new Set([...mapped, ...Object.values(parts).flat()]);
  const others = header.flatMap((text, index) => (used.has(index) || text === '' ? [] : index));
  if (!options.keepOthers) return { parts, additional, ignored: others };
  const wanted = others.filter((index) => !READ_ONLY.includes(header[index] ?? ''));
  const birth = isExport || additional.has(BIRTH_FIELD) ? undefined : findBirth(header, wanted);
  if (birth !== undefined) additional.set(BIRTH_FIELD, birth);
  const kept = wanted.filter((index) => index !== birth);
  // Before the columns whose names are numbered, because a number could make the name of another column.
  const isRepeated = (index: number) => header.indexOf(header[index] ?? '') < index;
  for (const index of kept.filter((one) => !isRepeated(one))) addField(additional, header, index);
  for (const index of kept.filter(isRepeated)) addField(additional, header, index);
  return { parts, additional, ignored: others.filter((index) => !wanted.includes(index)) };
}

/** Returns the first column of a date of birth, in the order of the headers. */
const findBirth = (header: readonly string[], columns: readonly number[]): number | undefined =>
  BIRTH_HEADERS.flatMap((known) => columns.filter((index) => normalHeader(header[index] ?? '') === known))[0];

/** @param headers in the form in which they are compared */
function assignAmbiguousName(parts: Record<Part, number[]>, headers: readonly string[]): void {
  const missing = parts.last_name.length === 0 ? 'last_name' : 'first_name';
  const present = missing === 'last_name' ? parts.first_name : parts.last_name;
  const [index] = parts.name.filter((column) => AMBIGUOUS_NAMES.includes(headers[column] ?? ''));
  if (present.length === 0 || index === undefined || parts[missing].length > 0) return;
  parts[missing] = [index];
  parts.name = parts.name.filter((column) => column !== index);
}

/** Adds a column as an additional field, whose name is derived from the header: `Lieblings-Zeit` is `lieblings_zeit`. */
function addField(additional: Map<string, number>, header: readonly string[], index: number): void {
  const text = header[index] ?? '';
  const words =
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const name = words.join('_').replace(/^(?=\d)/, 'column_');
  const first = (NOT_ADDITIONAL.includes(name) ? `file_${name}` : name).slice(0, MAX_FIELD_LENGTH);
  // --map names the first of equal headers, so that the others need names of their own.
  const field = header.indexOf(text) < index ? numbered(first || 'column', additional) : first;
  if (field !== '' && !additional.has(field)) return void additional.set(field, index);
  const reason = field === '' ? 'has no letters a to z' : `would be the field ${field}, which another column is`;
  const name1 = quoted(text);
  throw new ColumnError(`${say`The column ${name1}`} ${reason}.`, {
    text: 'Name its field',
    example: `notes=${JSON.stringify(text)}`,
  });
}

function numbered(field: string, taken: ReadonlyMap<string, number>): string {
  for (let number = 2; ; number++) {
    const ending = `_${number}`;
    const name = `${field.slice(0, MAX_FIELD_LENGTH - ending.length)}${ending}`;
    if (!taken.has(name)) return name;
  }
}

function noName(header: readonly string[]): ColumnError {
  return new ColumnError(String(say`No column holds the name: the columns are ${namesOf(header)}.`), {
    text: 'Say which one does',
    example: 'name=Customer,phone=Number',
  });
}
