import { request, requestFile } from './http.ts';

/** The endpoints of a team that are no tools. Times are UTC instants (docs/dashboard.md). */
const team = (teamId: string, path: string) => `/api/dashboard/teams/${encodeURIComponent(teamId)}/${path}`;
const id = encodeURIComponent;

export interface ApiKey {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  status: 'active' | 'no_access' | 'expired' | 'revoked';
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  last_used_at: string | null;
}

export const listKeys = (teamId: string) => request<ApiKey[]>('GET', team(teamId, 'api-keys'));
export const createKey = (teamId: string, body: { name: string; scopes: string[]; expires_in_days: number }) =>
  request<{ id: string; key: string }>('POST', `/api/teams/${id(teamId)}/api-keys`, body);
export const revokeKey = (teamId: string, keyId: string) =>
  request<ApiKey>('DELETE', team(teamId, `api-keys/${id(keyId)}`), {});

export interface Webhook {
  id: string;
  url: string;
  events: string[];
  active: boolean;
  disabled_reason: string | null;
  disabled_at: string | null;
  consecutive_failures: number;
  last_delivery_at: string | null;
  last_delivery_status: string | null;
  pending: number;
  failed: number;
}

export interface DeliveryAttempt {
  at: string;
  event_id: string;
  type: string;
  duration_ms: number;
  delivered: boolean;
  result: string;
}

export interface EventType {
  name: string;
  description: string;
}

export const listWebhooks = (teamId: string) => request<Webhook[]>('GET', team(teamId, 'webhooks'));
export const listEventTypes = (teamId: string) => request<EventType[]>('GET', team(teamId, 'webhook-events'));
export const createWebhook = (teamId: string, body: { url: string; events: string[] }) =>
  request<Webhook & { secret: string }>('POST', team(teamId, 'webhooks'), body);
export const deleteWebhook = (teamId: string, webhookId: string) =>
  request('DELETE', team(teamId, `webhooks/${id(webhookId)}`), {});
export const listAttempts = (teamId: string, webhookId: string) =>
  request<DeliveryAttempt[]>('GET', team(teamId, `webhooks/${id(webhookId)}/attempts`));
export const resendDeliveries = (teamId: string, webhookId: string) =>
  request<{ requeued: number; due_now: number }>('POST', team(teamId, `webhooks/${id(webhookId)}/resend`), {});
export const pingWebhook = (teamId: string, webhookId: string) =>
  request<DeliveryAttempt>('POST', team(teamId, `webhooks/${id(webhookId)}/ping`), {});

export interface CallSource {
  id: string;
  vendor: string;
  name: string;
  path: string;
  /** Its whole address; null if the server does not know its public address. */
  url: string | null;
  created_at: string;
  last_report_at: string | null;
  previous_secret_until: string | null;
  /** True if reports are refused until the secret of the vendor is stored. */
  awaits_secret: boolean;
  has_credential: boolean;
  counts: Record<string, number>;
  refused: { reason: string; count: number; last_at: string }[];
}

export interface Vendor {
  vendor: string;
  name: string;
  secret_from: 'us' | 'vendor';
  takes_credential: boolean;
}

export interface CallReport {
  id: string;
  received_at: string;
  event: string | null;
  call_reference: string | null;
  call_id: string | null;
  status: string;
  problem: string | null;
}

export interface SourceSecrets {
  secret?: string;
  credential?: string;
}

export const listSources = (teamId: string) =>
  request<{ sources: CallSource[]; vendors: Vendor[] }>('GET', team(teamId, 'call-sources'));
export const addSource = (teamId: string, body: SourceSecrets & { vendor: string; name: string }) =>
  request<{ source: CallSource; secret: string | null }>('POST', team(teamId, 'call-sources'), body);
export const rotateSource = (teamId: string, sourceId: string, body: SourceSecrets) =>
  request<{ source: CallSource; secret: string | null }>(
    'POST',
    team(teamId, `call-sources/${id(sourceId)}/rotate`),
    body,
  );
export const removeSource = (teamId: string, sourceId: string) =>
  request('DELETE', team(teamId, `call-sources/${id(sourceId)}`), {});
export const listReports = (teamId: string, sourceId: string) =>
  request<CallReport[]>('GET', team(teamId, `call-sources/${id(sourceId)}/reports`));

/** What the erasure of a customer would erase. */
export interface ErasurePlan {
  bookings: number;
  calls: number;
  /** A booking that has not ended, with which nothing can be erased. */
  next: { id: string; start_time: string } | null;
  /** Ids of bookings of other contacts that have the name too. */
  bookings_of_others: string[];
  /** Ids of calls with other contacts in which an appointment of this one was changed. */
  calls_of_others: string[];
  /** Ids of records that may be those of the customer. */
  possible: { contacts: string[]; bookings: string[]; calls: string[] };
  /** The first of these records, as a user has to know them to decide whose they are. */
  records: PossibleRecord[];
}

export interface PossibleRecord {
  id: string;
  kind: 'contact' | 'booking' | 'call';
  at: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  /** Name of the contact to which an appointment belongs. */
  owner: string | null;
  /** Service of an appointment, or summary of a call. */
  about: string | null;
  /** Start of an appointment that has not ended, with which the record cannot be erased. */
  next_start: string | null;
}

const erasure = (teamId: string, contactId: string) => team(teamId, `contacts/${id(contactId)}/erasure`);
export const planErasure = (teamId: string, contactId: string) =>
  request<ErasurePlan>('GET', erasure(teamId, contactId));
/** @param include ids of records of a plan to erase, too. */
export const eraseContact = (teamId: string, contactId: string, include: string[]) =>
  request<{ bookings: number; calls: number }>('POST', erasure(teamId, contactId), { include });

/** A copy of all data of a customer. @param include ids of records of a plan to write, too. */
export const copyContactData = (
  teamId: string,
  contactId: string,
  body: { format: 'page' | 'json'; include: readonly string[] },
) => requestFile(team(teamId, `contacts/${id(contactId)}/data`), body);

export const eraseCall = (teamId: string, callId: string) =>
  request<{ reports: number; events: number }>('POST', team(teamId, `calls/${id(callId)}/erasure`), {});

/** What a merge of two contacts would move. */
export interface MergePlan {
  bookings: number;
  calls: number;
  /** Fields in which both contacts have a value, and not the same. */
  differing: string[];
  /** Stands for both contacts as they are: the merge requires it. */
  state: string;
}

const merge = (teamId: string, keptId: string, otherId: string) =>
  team(teamId, `contacts/${id(keptId)}/merge/${id(otherId)}`);
export const planMerge = (teamId: string, keptId: string, otherId: string) =>
  request<MergePlan>('GET', merge(teamId, keptId, otherId));
/** @param take the fields that get the value of the other contact. */
export const mergeContacts = (
  teamId: string,
  keptId: string,
  otherId: string,
  body: { take: string[]; state: string },
) => request<Pick<MergePlan, 'bookings' | 'calls'>>('POST', merge(teamId, keptId, otherId), body);

/** The state of a promise of a call. */
export interface PromiseMark {
  status: 'open' | 'contacted' | 'done';
  kept_by: { kind: 'call' | 'booking'; id: string; at: string } | null;
  marked_at: string | null;
}

/** @param body `sentence`: the one that is shown of the promise; null: none. `status` null: later records decide again. */
export const markPromise = (
  teamId: string,
  callId: string,
  body: { kind: string; number: number; sentence?: string | null; status: 'open' | 'done' | null },
) => request<PromiseMark>('POST', team(teamId, `calls/${id(callId)}/promise-marks`), body);
