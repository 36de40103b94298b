import { sql } from 'kysely';
import type { Engine } from '../engine.ts';

/** What is logged already is not logged again: there is only one writer. */
export const logChanges: Engine['logChanges'] = async (tx, { table, of, log, columns }) => {
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  const types = columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)} not null`);
  await sql`create table if not exists ${sql.id(log)} (${sql.join(types)}, primary key (${names})) without rowid`.execute(
    tx,
  );
  const add = (row: 'old' | 'new') => {
    const values = sql.raw(columns.map(({ value }) => value(row)).join(', '));
    return sql`insert into ${sql.id(log)} (${names}) values (${values}) on conflict do nothing;`;
  };
  const isChanged = sql.raw(of.map((column) => `old.${column} is not new.${column}`).join(' or '));
  const events = [
    ['insert', sql`after insert on ${sql.id(table)} begin ${add('new')} end`],
    ['delete', sql`after delete on ${sql.id(table)} begin ${add('old')} end`],
    [
      'update',
      sql`after update of ${sql.raw(of.join(', '))} on ${sql.id(table)}
        when ${isChanged} begin ${add('old')} ${add('new')} end`,
    ],
  ] as const;
  for (const [event, action] of events) {
    const name = sql.id(`${log}_on_${event}`);
    await sql`drop trigger if exists ${name}`.execute(tx);
    await sql`create trigger ${name} ${action}`.execute(tx);
  }
};
