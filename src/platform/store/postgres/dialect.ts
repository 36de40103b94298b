import {
  type ColumnDefinitionNode,
  type DataTypeNode,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { ConnectionPool } from '../../../lib/postgres/pool.ts';

/** Kysely on a pool of `pg`. */
export class PlatformDialect extends PostgresDialect {
  constructor(pool: ConnectionPool) {
    // Kysely's other form of a query is for cursors, which nothing here uses.
    super({ pool: pool as unknown as PostgresPool });
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new BytewiseCompiler();
  }
}

/**
 * Makes every text column compare and sort by its bytes, as SQLite does, whatever language the server was set up
 * for: pages, ids and e-mail addresses have the same order everywhere.
 */
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const isText = (node.dataType as DataTypeNode).dataType === 'text';
    super.visitColumnDefinition(isText ? { ...node, dataType: sql`text collate "C"`.toOperationNode() } : node);
  }
}
