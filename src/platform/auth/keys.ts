import { KEY_PREFIX, type Scope } from '../../contract/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId, randomText } from '../../lib/ids.ts';
import { Secret } from '../../lib/secret.ts';
import { findKeyByHash } from '../store/keys.ts';
import { ownerOf, roleIn } from '../store/people.ts';
import type { ApiKeyRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Caller } from './caller.ts';
import { sameHash, sha256 } from './hash.ts';

/** 200 random bits. */
const KEY_CHARACTERS = 40;
/** Characters of a key that are kept to recognise it by: the fixed beginning and 20 of its 200 bits. */
const PREFIX_CHARACTERS = KEY_PREFIX.length + 4;
const MAX_KEY_LENGTH = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface NewKey {
  teamId: string;
  userId: string;
  name: string;
  scopes: readonly Scope[];
  expiresInDays: number;
}

/** Makes a key: the value that is shown once, and the row that can recognise it. */
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
  return { value: new Secret(value, 'passing'), row };
}

/** Keys that live in this process's memory only, by hash. They belong to whoever owns the team when they are used. */
export type ProcessKeys = Map<string, { teamId: string; scopes: readonly Scope[] }>;

export interface KeyCheckContext {
  store: Store;
  clock: Clock;
  processKeys: ProcessKeys;
  /** Called after a stored key was good. */
  onUse(key: ApiKeyRow): void;
}

/** What a key turns out to be: nobody's, somebody's who lost the team, or the caller's. */
export type KeyOutcome = 'invalid' | 'lost_team' | Caller;

/** Recognises a key and checks that it may still be used. */
export async function checkKey(check: KeyCheckContext, value: string): Promise<KeyOutcome> {
  if (!value.startsWith(KEY_PREFIX) || value.length > MAX_KEY_LENGTH) return 'invalid';
  const hash = sha256(value);
  const processKey = check.processKeys.get(hash);
  return check.store.readEach(async (db) => {
    if (processKey) {
      const userId = await ownerOf(db, processKey.teamId);
      return userId === undefined ? 'lost_team' : { ...processKey, userId };
    }
    const row = await findKeyByHash(db, hash);
    if (!row || !isActive(row, hash, check.clock.now())) return 'invalid';
    if ((await roleIn(db, row.user_id, row.team_id)) === undefined) return 'lost_team';
    check.onUse(row);
    return { teamId: row.team_id, userId: row.user_id, scopes: JSON.parse(row.scopes_json) as Scope[] };
  });
}

function isActive(row: ApiKeyRow, hash: string, now: number): boolean {
  // The index found it by hash already. Comparing again in constant time keeps the decision out of the index's hands.
  return sameHash(row.key_hash, hash) && row.revoked_at === null && row.expires_at > now;
}
