import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createExtensions } from '../api/index.ts';
import { toolSettings } from '../config/platform-profile.ts';
import type { Settings } from '../config/settings.ts';
import { lazy } from '../lib/concurrency/lazy.ts';
import { childLogger, type Logger } from '../lib/logging/logger.ts';
import { systemClock } from '../lib/time/clock.ts';
import { actorOf } from '../platform/auth/caller.ts';
import { HttpError } from '../platform/http/errors.ts';
import type { DashboardCall, DashboardServer } from '../platform/index.ts';
import {
  callTool,
  createCallCache,
  createSearchCache,
  createVoiceMemory,
  type Selection,
  type ToolResult,
  type ToolServices,
  VIEW_META,
  type ViewData,
} from '../tools/index.ts';
import { recordChange } from './audited-change.ts';
import { storedBusinessSettings } from './business-settings.ts';
import { CACHE_BYTES } from './callers.ts';
import { DASHBOARD_TOOLSETS, dashboardSelections, MEMBER_TOOLSETS } from './dashboard-selection.ts';
import { composeEvents } from './events.ts';
import { callerIdempotency, type SharedIdempotency } from './idempotency.ts';
import { collectSecrets, withSecrets } from './shown-secrets.ts';
import type { EmbeddedPlatform, Observers } from './upstream.ts';

/** Sessions of the dashboard with caches, the least recently used of which lose them. */
export const MAX_DASHBOARD_CALLERS = 32;
/** The largest answer that an operator can configure: a page shows more than a model reads. */
const MAX_TOKENS = 100_000;

export interface DashboardParts extends EmbeddedPlatform {
  settings: Settings;
  observers: Observers;
  /** The signing key of the server without authentication. */
  signingKey: () => Promise<Buffer>;
  sharedIdempotency: SharedIdempotency;
  logger: Logger;
}

/** The tools of the dashboard, for the embedded platform. */
export interface Dashboard extends DashboardServer {
  close(): Promise<void>;
}

/** One user in one team, by one session. */
interface DashboardCaller {
  userId: string;
  role: DashboardCall['role'];
  /** Epoch milliseconds. */
  expiresAt: number;
  services: ToolServices;
}

/** The business is described by its database alone: the options of the operator are for AI clients. */
const NO_OPTIONS = { timeZone: undefined, defaultCountry: undefined, openingHours: undefined, language: undefined };
const NO_EVENTS = {
  webhooks: false,
  secretsFile: undefined,
  pathSecret: undefined,
  pollMs: undefined,
  channel: false,
};

/**
 * Calls tools for signed-in users, through the pipeline of all tools. What a user may do is decided by the platform with each
 * request; what is kept here of a session are its caches.
 */
export function createDashboard(parts: DashboardParts): Dashboard {
  const { settings, observers, logger, platform } = parts;
  const { readOnly } = settings;
  const selections = lazy(async () => dashboardSelections(readOnly));
  const importer = lazy(async () => (await import('./dashboard-imports.ts')).createImportFile(platform));
  const callers = new LRUCache<string, DashboardCaller>({ max: MAX_DASHBOARD_CALLERS });
  const invalidate = () => {
    for (const { services } of callers.values()) services.searchCache.invalidate();
  };
  const eventsOf = (isFirstTeam: boolean) =>
    composeEvents({
      settings: NO_EVENTS,
      // Only the events of the first team are read.
      sources: isFirstTeam ? ['platform'] : [],
      platform: isFirstTeam ? async () => (await platform()).events : undefined,
      api: parts.apiOf({ id: '', teamId: '' }),
      shared: undefined,
      clock: systemClock,
      logger,
      deadlineMs: settings.deadlineMs,
      onEvent({ kind, recordId }) {
        invalidate();
        if (kind !== 'call' && kind !== 'unknown') return;
        for (const { services } of callers.values()) services.callCache.invalidate(recordId);
      },
    });
  const events = eventsOf(true);
  const noEvents = eventsOf(false);
  let unsubscribe: (() => void) | undefined;

  const createCaller = async ({ session, user, role }: DashboardCall): Promise<DashboardCaller> => {
    const { team, profile } = await platform();
    const { teamId } = session;
    const isFirstTeam = teamId === team.id;
    // So that changes that another process makes are seen.
    unsubscribe ??= events.listen(() => {});
    // The same in all sessions of the user and in every process: confirmations and cursors stay valid.
    const signingKey = async () =>
      createHmac('sha256', await parts.signingKey())
        .update(`dashboard ${teamId} ${user.id}`)
        .digest();
    const { offered, hidden } = selectionFor(await selections.get(), role);
    const api = parts.apiOf({ id: session.id, teamId });
    const services: ToolServices = {
      api,
      extensions: createExtensions(api, systemClock),
      settings: {
        ...toolSettings({ ...settings, ...NO_OPTIONS }),
        toolsets: role === 'member' ? MEMBER_TOOLSETS : DASHBOARD_TOOLSETS,
        confirm: 'destructive',
        output: 'structured',
        maxTokens: MAX_TOKENS,
        teamId: undefined,
      },
      businessSettings: storedBusinessSettings(NO_OPTIONS, () => profile(teamId), logger),
      clock: systemClock,
      logger: childLogger(logger, { principal: actorOf(user) }),
      observer: observers.tools,
      audit: observers.audit,
      events: isFirstTeam ? events : noEvents,
      observed: { missingScopes: new Set() },
      offered: offered.map((tool) => tool.name),
      hidden,
      callCache: createCallCache(CACHE_BYTES),
      searchCache: createSearchCache(CACHE_BYTES),
      voiceMemory: createVoiceMemory(systemClock),
      idempotency: callerIdempotency(parts.sharedIdempotency, signingKey),
      signingKey,
      reserveSecretFile: collectSecrets([]),
    };
    return { userId: user.id, role, expiresAt: session.expiresAt, services };
  };

  const callerOf = async (call: DashboardCall): Promise<DashboardCaller> => {
    const now = systemClock.now();
    for (const [key, { expiresAt }] of callers.entries()) if (expiresAt <= now) callers.delete(key);
    const key = `${call.session.id} ${call.session.teamId}`;
    const known = callers.get(key);
    if (known && known.role === call.role) return known;
    const caller = await createCaller(call);
    callers.set(key, caller);
    return caller;
  };

  return {
    readOnly,
    async callTool(call) {
      const { offered } = selectionFor(await selections.get(), call.role);
      const tool = offered.find(({ name }) => name === call.tool);
      if (!tool) return undefined;
      const { services } = await callerOf(call);
      const { requestId: id, client, traceparent, signal } = call;
      const scope = {
        requestContext: { id, client, principal: actorOf(call.user), traceparent },
        signal,
        views: true,
      };
      if (tool.effect === 'read') return withViewData(asJson(await callTool(tool, call.input, services, scope)));
      const { secrets, services: collecting } = withSecrets(services);
      const result = await withViewData(asJson(await callTool(tool, call.input, collecting, scope)));
      // Of the other users too: not every change has an event.
      invalidate();
      return secrets.length === 0 ? result : { ...result, _meta: { ...result._meta, [SECRETS_META]: secrets } };
    },
    async importFile(teamId, request) {
      const importFile = await importer.get();
      const report = await importFile(teamId, request);
      // No event tells of what a file brings.
      if (!request.dry_run) invalidate();
      return report;
    },
    recordChange: ({ endpoint, user, recordId, client, requestId = '' }, make) =>
      recordChange(
        { audit: observers.audit, logger, refusal: auditUnavailable },
        { tool: endpoint, recordId, about: { id: requestId, client, principal: user && actorOf(user) } },
        make,
      ),
    endSessions(ended) {
      for (const [key, { userId }] of callers.entries()) {
        if ('id' in ended ? key.startsWith(`${ended.id} `) : userId === ended.userId) callers.delete(key);
      }
    },
    async close() {
      unsubscribe?.();
      await Promise.all([events.close(), noEvents.close()]);
    },
  };
}

/** Secrets that a call has made, which are shown once: `{ kind, value }`. */
const SECRETS_META = 'rcpt-mcp/secrets';

const auditUnavailable = () =>
  new HttpError(500, {
    error: 'audit_unavailable',
    message:
      'The audit log of this server cannot be written. Nothing was changed. Ask its operator: the log of the server has the reason.',
    changed: false,
  });

const selectionFor = (selections: { admin: Selection; member: Selection }, role: DashboardCall['role']) =>
  role === 'member' ? selections.member : selections.admin;

/** Without elicitation every outcome is a result. */
const asJson = (result: Awaited<ReturnType<typeof callTool>>) => result as ToolResult & Record<string, unknown>;

/** Adds what a page needs with each answer, also of a tool without a view: its time, and its telephone numbers in groups. */
async function withViewData<R extends ReturnType<typeof asJson>>(result: R): Promise<R> {
  const { structuredContent, _meta } = result;
  const view = _meta?.[VIEW_META] as Partial<ViewData> | undefined;
  const { numbersIn } = await import('../tools/views/numbers.ts');
  // A view has those of its own data as well.
  const numbers = view?.numbers ?? (await numbersIn(structuredContent));
  const now = new Date(systemClock.now()).toISOString();
  return { ...result, _meta: { ..._meta, [VIEW_META]: { now, ...view, ...(numbers.length > 0 ? { numbers } : {}) } } };
}
