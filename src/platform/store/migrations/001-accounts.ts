import type { Db } from '../schema/schema.ts';
import { createIndex } from './create-index.ts';

/** Teams, their users and API keys, and the secrets that all processes on this database share. */
export async function accounts(tx: Db): Promise<void> {
  await createTeams(tx);
  await createUsers(tx);
  await tx.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('scopes_json', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute();
  await createIndex(tx, 'api_keys', 'team_id', 'created_at', 'id');
  await tx.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
}

async function createTeams(tx: Db): Promise<void> {
  await tx.schema
    .createTable('teams')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('default_country', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('settings_json', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('is_demo', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('demo_as_of', 'bigint')
    .execute();
  await createIndex(tx, 'teams', 'created_at', 'id');
}

async function createUsers(tx: Db): Promise<void> {
  await tx.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema
    .createTable('memberships')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('team_id', 'text', (column) => column.notNull().references('teams.id'))
    .addColumn('role', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('memberships_pk', ['user_id', 'team_id'])
    .execute();
  await createIndex(tx, 'memberships', 'team_id', 'role', 'user_id');
  await tx.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await createIndex(tx, 'sessions', 'expires_at');
  await createIndex(tx, 'sessions', 'user_id');
}
