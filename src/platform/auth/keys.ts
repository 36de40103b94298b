import { KEY_PREFIX, type Scope } from '../../contract/index.ts';
import { equalInConstantTime } from '../../lib/crypto/timing-safe.ts';
import { newId, randomText } from '../../lib/ids.ts';
import { Secret } from '../../lib/secrets/secret.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { findKeyByHash } from '../store/accounts/keys.ts';
import type { ApiKeyRow } from '../store/schema/schema.ts';
import type { Store } from '../store/store.ts';
import type { Caller } from './caller.ts';
import { sha256 } from './hash.ts';
import { scopesOf } from './role-scopes.ts';

/** Random characters of a key: 200 bits. */
const KEY_CHARACTERS = 40;
/** Characters of a key that are stored to identify it: the fixed prefix and 20 of its 200 bits. */
const PREFIX_CHARACTERS = KEY_PREFIX.length + 4;
const MAX_KEY_LENGTH = 200;

interface NewKey {
  teamId: string;
  userId: string;
  name: string;
  scopes: readonly Scope[];
  expiresInDays: number;
}

/** Creates a key: the value that is shown once, and the row with its hash. */
export function makeKey(key: NewKey, now: number): { value: Secret; row: ApiKeyRow } {
  const value = KEY_PREFIX + randomText(KEY_CHARACTERS);
  const row: ApiKeyRow = {
    id: newId('key'),
    team_id: key.teamId,
    user_id: key.userId,
    name: key.name,
    key_hash: sha256(value),
    prefix: value.slice(0, PREFIX_CHARACTERS),
    scopes_json: JSON.stringify([...new Set(key.scopes)]),
    created_at: now,
    expires_at: now + key.expiresInDays * DAY_MS,
    revoked_at: null,
    last_used_at: null,
  };
  return { value: new Secret(value, 'caller'), row };
}

/** Keys that exist only in this process's memory, by hash. They belong to no user. */
export type ProcessKeys = Map<string, { teamId: string; scopes: readonly Scope[] }>;

export interface KeyCheckContext {
  store: Store;
  clock: Clock;
  processKeys: ProcessKeys;
  /** Called after a stored key has been accepted. */
  onUse(key: ApiKeyRow): void;
}

/** Result of a key check: an unusable key, the key of a user who is no longer in the team, or the caller. */
type KeyOutcome = 'invalid' | 'not_a_member' | Caller;

/** Looks a key up by its hash and checks that it is still valid. */
export async function checkKey(check: KeyCheckContext, value: string): Promise<KeyOutcome> {
  if (!value.startsWith(KEY_PREFIX) || value.length > MAX_KEY_LENGTH) return 'invalid';
  const hash = sha256(value);
  const processKey = check.processKeys.get(hash);
  if (processKey) return { ...processKey, actor: 'rcpt-mcp' };
  return check.store.readUncoordinated(async (db) => {
    const row = await findKeyByHash(db, hash);
    if (!row || !isActive(row, hash, check.clock.now())) return 'invalid';
    if (row.role === null) return 'not_a_member';
    check.onUse(row);
    const permitted = scopesOf(row.role);
    return {
      teamId: row.team_id,
      // The user may have had another role when the key was made.
      scopes: (JSON.parse(row.scopes_json) as Scope[]).filter((scope) => permitted.includes(scope)),
      actor: `API key ${row.name} (${row.id})`,
    };
  });
}

function isActive(row: ApiKeyRow, hash: string, now: number): boolean {
  // The index lookup is not constant-time, so the comparison that decides is repeated here in constant time.
  return equalInConstantTime(hash, row.key_hash) && row.revoked_at === null && row.expires_at > now;
}
