import { apiKeyBodySchema, DEFAULT_KEY_DAYS, type Scope } from '../../contract/index.ts';
import type { Secret } from '../../lib/secrets/secret.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { makeKey, type ProcessKeys } from '../auth/keys.ts';
import { scopesOf } from '../auth/role-scopes.ts';
import { insertKey, type KeyWithRole, listKeys, revokeKey } from '../store/accounts/keys.ts';
import { ownerOf } from '../store/accounts/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import { toIso, toIsoOrNull } from '../store/time.ts';

/** A key without its value, as shown to the operator. Times are ISO 8601 in UTC. */
export interface KeyInfo {
  id: string;
  teamId: string;
  name: string;
  /** The value's first characters. */
  prefix: string;
  /** Those that it has: none beyond the role of its user. All of its own if the user is not in the team. */
  scopes: Scope[];
  /** `no_access`: its user is no longer in the team, so that each request gets 403. */
  status: 'active' | 'no_access' | 'expired' | 'revoked';
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** Accurate to one minute. */
  lastUsedAt: string | null;
}

export interface CreateKeyOptions {
  name: string;
  scopes: readonly Scope[];
  /** 1 to 3650; default 365. */
  expiresInDays?: number;
  /** Default: the first team. */
  teamId?: string;
}

export interface AdminKeys {
  /** Creates a key of the team's owner. Only the result holds its value. Rejects with `RangeError` for a bad lifetime. */
  create(options: CreateKeyOptions): Promise<KeyInfo & { key: Secret }>;
  /** Lists all keys of a team (default: the first), newest first. */
  list(options?: { teamId?: string }): Promise<KeyInfo[]>;
  /** Revokes a key immediately and permanently. Returns undefined if there is no key with this id. */
  revoke(id: string): Promise<KeyInfo | undefined>;
}

export function adminKeys(store: Store, clock: Clock, firstTeamId: string): AdminKeys {
  return {
    async create({ name, scopes, expiresInDays = DEFAULT_KEY_DAYS, teamId = firstTeamId }) {
      if (!apiKeyBodySchema().shape.expires_in_days.safeParse(expiresInDays).success) {
        throw new RangeError('A key must expire in 1 to 3650 days.');
      }
      return store.write(
        async (tx) => {
          const userId = await requireOwner(tx, teamId);
          const { value, row } = makeKey({ teamId, userId, name, scopes, expiresInDays }, clock.now());
          await insertKey(tx, row);
          return { ...keyInfo({ ...row, role: 'owner' }, clock.now()), key: value };
        },
        { team: teamId },
      );
    },
    async list({ teamId = firstTeamId } = {}) {
      const rows = await store.read((db) => listKeys(db, teamId));
      return rows.map((row) => keyInfo(row, clock.now()));
    },
    async revoke(id) {
      const row = await store.write((tx) => revokeKey(tx, id, clock.now()), 'rows');
      return row && keyInfo(row, clock.now());
    },
  };
}

/** Creates a key that is not stored: it is valid only in this process, until the process ends. */
export function issueProcessKey(processKeys: ProcessKeys, teamId: string, scopes: readonly Scope[]): Secret {
  const { value, row } = makeKey({ teamId, userId: '', name: '', scopes, expiresInDays: 0 }, 0);
  processKeys.set(row.key_hash, { teamId, scopes: [...scopes] });
  return value;
}

export async function requireOwner(db: Db, teamId: string): Promise<string> {
  const owner = await ownerOf(db, teamId);
  if (owner === undefined) throw new Error(`There is no team ${teamId} with an owner.`);
  return owner;
}

/** What is shown of a key: everything but its value. */
export function keyInfo(row: KeyWithRole, now: number): KeyInfo {
  const permitted = row.role === null ? undefined : scopesOf(row.role);
  return {
    id: row.id,
    teamId: row.team_id,
    name: row.name,
    prefix: row.prefix,
    scopes: (JSON.parse(row.scopes_json) as Scope[]).filter((scope) => permitted?.includes(scope) ?? true),
    status: statusOf(row, now),
    createdAt: toIso(row.created_at),
    expiresAt: toIso(row.expires_at),
    revokedAt: toIsoOrNull(row.revoked_at),
    lastUsedAt: toIsoOrNull(row.last_used_at),
  };
}

function statusOf({ revoked_at, expires_at, role }: KeyWithRole, now: number): KeyInfo['status'] {
  if (revoked_at !== null) return 'revoked';
  if (expires_at <= now) return 'expired';
  return role === null ? 'no_access' : 'active';
}
