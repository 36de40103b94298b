import type { CompiledQuery, DialectAdapter } from 'kysely';
import type { Db } from './schema/schema.ts';

/** A value of a statement, or the values of a list in it. */
type Value = string | number | null | readonly (string | number | null)[];

/** Stands for a value while a statement is compiled. */
class Placeholder {
  readonly #name: string;
  readonly #index: number | undefined;

  constructor(name: string, index?: number) {
    this.#name = name;
    this.#index = index;
  }

  of(values: Readonly<Record<string, Value>>): unknown {
    const value = values[this.#name];
    return this.#index === undefined ? value : (value as readonly unknown[])[this.#index];
  }
}

/** Statements that one `prepared` keeps: more than the forms of its values, but a bound for lists of any length. */
const MAX_FORMS = 100;

/**
 * A statement that Kysely builds and compiles once for each engine and each form of its values: their names and the lengths of
 * lists. For the short statements of a booking, that takes longer than SQLite needs to execute them.
 * @param make gets placeholders in place of the values: it must pass them on as they are, and look only at names and lengths.
 */
export function prepared<V extends object, R>(
  make: (db: Db, values: V) => { compile(db: Db): CompiledQuery<R> },
): (values: V) => { execute(db: Db): Promise<R[]> } {
  const engines = new WeakMap<DialectAdapter, Map<string, CompiledQuery<R>>>();
  const compiledFor = (db: Db, values: Readonly<Record<string, Value>>) => {
    const { adapter } = db.getExecutor();
    const forms = engines.get(adapter) ?? new Map<string, CompiledQuery<R>>();
    engines.set(adapter, forms);
    const form = formOf(values);
    const known = forms.get(form);
    if (known) return known;
    const compiled = make(db, placeholdersOf(values) as V).compile(db);
    if (forms.size < MAX_FORMS) forms.set(form, compiled);
    return compiled;
  };
  return (values) => ({
    async execute(db) {
      const named = values as Readonly<Record<string, Value>>;
      const compiled = compiledFor(db, named);
      const parameters = compiled.parameters.map((one) => (one instanceof Placeholder ? one.of(named) : one));
      return (await db.executeQuery<R>({ ...compiled, parameters })).rows;
    },
  });
}

function formOf(values: Readonly<Record<string, Value>>): string {
  let form = '';
  for (const name in values) {
    const value = values[name];
    form += Array.isArray(value) ? `${name}:${value.length} ` : `${name} `;
  }
  return form;
}

const placeholdersOf = (values: Readonly<Record<string, Value>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((_, index) => new Placeholder(name, index)) : new Placeholder(name),
    ]),
  );
