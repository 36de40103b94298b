import {
  type ColumnDefinitionNode,
  type DataTypeNode,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { ConnectionPool } from '../../../lib/postgres/pool.ts';

/** Kysely dialect on a `pg` connection pool. */
export class PlatformDialect extends PostgresDialect {
  constructor(pool: ConnectionPool) {
    // The pool lacks the query overload for cursors, which the platform does not use.
    super({ pool: pool as unknown as PostgresPool });
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new BytewiseCompiler();
  }
}

/**
 * Declares every text column with collation "C", which compares by bytes as SQLite does. Pages, ids and e-mail
 * addresses then have the same order regardless of the server's locale.
 */
class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitColumnDefinition(node: ColumnDefinitionNode): void {
    const isText = (node.dataType as DataTypeNode).dataType === 'text';
    super.visitColumnDefinition(isText ? { ...node, dataType: sql`text collate "C"`.toOperationNode() } : node);
  }
}
