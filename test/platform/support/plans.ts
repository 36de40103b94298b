import pg from 'pg';
import { OVERLAP_CONSTRAINT } from '../../../src/platform/store/postgres/overlap.ts';
import { loadSqlite } from '../../../src/platform/store/sqlite/driver.ts';
import { ENGINE } from '../../support/engines.ts';
import { GROWING, type Statement } from './statements.ts';

/** Finds the parts of a statement's query plan that take longer as tables grow. */
export interface Planner {
  faults(statement: Statement): Promise<string[]>;
  close(): Promise<void>;
}

export const planner = (database: string): Promise<Planner> =>
  ENGINE === 'sqlite' ? sqlitePlanner(database) : postgresPlanner(database);

/** Has only the rows that something is to be done with, of which a search takes the first ones. */
const isWorklist = (index: string) => index.endsWith('_underived');

/** Columns of which few rows of a team have the same value. As operands, such as in `"phone_key" || ''`, they are not searched on purpose. */
const SELECTIVE = '"(?:id|contact_id|phone_key|email_key|name_key|contact_\\w+_key)" (?:=|in) ';
/** Returns whether a statement asks for few rows of a table. */
const asksForFew = (sql: string, table: string) =>
  new RegExp(`"${table}"\\.${SELECTIVE}|where "team_id" = \\? and ${SELECTIVE}`).test(sql);

const isGrowing = (table: string) => (GROWING as readonly string[]).includes(table);

async function sqlitePlanner(database: string): Promise<Planner> {
  const connection = new (await loadSqlite())(database);
  return {
    async faults({ sql }) {
      const plan = connection.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
      const details = plan.map(({ detail }) => detail);
      const touches = GROWING.some((table) => sql.includes(`"${table}"`));
      return details.filter((detail) => {
        const [, scanned, index = ''] = /^SCAN (\w+)(?: USING INDEX (\w+))?/.exec(detail) ?? [];
        if (isWorklist(index)) return false;
        // As a hash aggregate of PostgreSQL, it groups what a search has found.
        const isGrouping = detail === 'USE TEMP B-TREE FOR GROUP BY';
        const sorts = touches && detail.includes('TEMP B-TREE') && !isGrouping;
        const [, searched = ''] = /^SEARCH (\w+) USING .*INDEX \w+ \(team_id=\?\)$/.exec(detail) ?? [];
        const readsTeam = isGrowing(searched) && asksForFew(sql, searched);
        return (scanned !== undefined && isGrowing(scanned)) || readsTeam || sorts;
      });
    },
    close: async () => connection.close(),
  };
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
}

/** PostgreSQL always scans small tables, so full scans and sorts are disabled: the planner uses them only if it must. */
async function postgresPlanner(database: string): Promise<Planner> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  for (const way of ['seqscan', 'sort', 'incremental_sort', 'bitmapscan'])
    await client.query(`set enable_${way} = off`);
  const { rows } = await client.query<{ index: string; column: string }>(`
    select i.relname as index, a.attname as column from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]`);
  const leading = new Map(rows.map(({ index, column }) => [index, column]));
  const isSearch = (node: Node) => {
    const column = leading.get(node['Index Name'] ?? '');
    return column !== undefined && new RegExp(`\\b${column}\\b`).test(node['Index Cond'] ?? '');
  };
  const faultsOf = (node: Node): string[] => {
    const table = node['Relation Name'] ?? '';
    const faults = [];
    if (
      /Scan$/.test(node['Node Type']) &&
      isGrowing(table) &&
      !isSearch(node) &&
      !isWorklist(node['Index Name'] ?? '')
    ) {
      faults.push(`${node['Node Type']} of ${table} ${node['Index Name'] ?? ''} ${node['Index Cond'] ?? ''}`);
    }
    if (/Sort$/.test(node['Node Type']) && tablesIn(node).some(isGrowing)) faults.push(node['Node Type']);
    return [...faults, ...(node.Plans ?? []).flatMap(faultsOf)];
  };
  return {
    async faults({ sql, parameters }) {
      // While the table is small, the whole index of this constraint costs as little as a search in another one.
      await client.query(`begin; alter table bookings drop constraint ${OVERLAP_CONSTRAINT}`);
      const result = await client
        .query(`explain (format json) ${sql}`, [...parameters])
        .finally(() => client.query('rollback'));
      return faultsOf(result.rows[0]['QUERY PLAN'][0].Plan as Node);
    },
    close: () => client.end(),
  };
}

const tablesIn = (node: Node): string[] => [node['Relation Name'] ?? '', ...(node.Plans ?? []).flatMap(tablesIn)];
