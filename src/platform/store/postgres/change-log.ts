import { sql } from 'kysely';
import type { Engine } from '../engine.ts';

/**
 * Changes are repeated in the log: a transaction that found its change there would not know whether another one, which has
 * removed it, can see what is changed.
 */
export const logChanges: Engine['logChanges'] = async (tx, { table, of, log, columns }) => {
  let created = tx.schema.createTable(log).ifNotExists();
  for (const { name, type } of columns) created = created.addColumn(name, type, (column) => column.notNull());
  await created.execute();
  await tx.schema
    .createIndex(`${log}_in_order`)
    .ifNotExists()
    .on(log)
    .columns(columns.map(({ name }) => name))
    .execute();
  const rowOf = (row: 'old' | 'new', values: readonly string[]) =>
    `(${values.map((one) => `${row}.${one}`).join(', ')})`;
  const names = columns.map(({ name }) => name).join(', ');
  const logged = (row: 'old' | 'new') => `(${columns.map(({ value }) => value(row)).join(', ')})`;
  const add = (row: 'old' | 'new') => `insert into ${log} (${names}) values ${logged(row)};`;
  await sql`
    create or replace function ${sql.id(`${log}_add`)}() returns trigger language plpgsql as
    ${sql.lit(`begin
      if tg_op = 'INSERT' then ${add('new')} return null; end if;
      if tg_op = 'UPDATE' and ${rowOf('old', of)} is not distinct from ${rowOf('new', of)} then return null; end if;
      ${add('old')}
      if tg_op = 'UPDATE' and ${logged('old')} <> ${logged('new')} then ${add('new')} end if;
      return null;
    end`)}`.execute(tx);
  await sql`drop trigger if exists ${sql.id(`${log}_add`)} on ${sql.id(table)}`.execute(tx);
  await sql`
    create trigger ${sql.id(`${log}_add`)} after insert or delete or update of ${sql.raw(of.join(', '))} on ${sql.id(table)}
    for each row execute function ${sql.id(`${log}_add`)}()`.execute(tx);
};
