import { API_ROOT } from '../../contract/index.ts';
import {
  type AdminCallSources,
  adminCallSources,
  type CallReportInfo,
  CallSourceError,
  type CallSourceInfo,
} from '../admin/call-sources.ts';
import { HttpError, notFound } from '../http/errors.ts';
import { publicAddress } from '../http/public-address.ts';
import { INTAKE_PATH } from '../intake/mount.ts';
import { VENDOR_NAMES, VENDOR_TITLES, type VendorName } from '../intake/vendors/vendor.ts';
import type { RouteContext } from '../routes/context.ts';
import { LISTED_REPORTS } from './endpoints-call-sources.ts';
import type { DashboardHandlers } from './router.ts';

type Names = 'listCallSources' | 'addCallSource' | 'rotateCallSource' | 'removeCallSource' | 'listCallReports';

/** The sources of calls of a team, and what became of their reports. */
export function callSourceRoutes({ store, clock, publicUrl }: RouteContext): Pick<DashboardHandlers, Names> {
  const sourcesOf = ({ id }: { id: string }): AdminCallSources => adminCallSources(store, clock, id);
  const sourceOf = (source: CallSourceInfo) => recordOf(source, publicUrl);
  return {
    async listCallSources({ team }) {
      const sources = (await sourcesOf(team).list()).map(sourceOf);
      const vendors = await vendorsByName();
      return { sources, vendors: VENDOR_NAMES.flatMap((name) => vendorOf(name, vendors)) };
    },
    async addCallSource({ team, body: { vendor, name, secret, credential } }) {
      const added = await explainRefusal(sourcesOf(team).add({ vendor, name, secret, credential }));
      return { source: sourceOf(added.source), secret: added.secret?.reveal() ?? null };
    },
    async rotateCallSource({ team, body, params: { source_id: id = '' } }) {
      const rotated = await explainRefusal(sourcesOf(team).rotate(id, body));
      if (!rotated) throw notFound('source of calls');
      return { source: sourceOf(rotated.source), secret: rotated.secret?.reveal() ?? null };
    },
    async removeCallSource({ team, params: { source_id: id = '' } }) {
      if (!(await sourcesOf(team).remove(id))) throw notFound('source of calls');
      return { id, deleted: true };
    },
    async listCallReports({ team, params: { source_id: id = '' } }) {
      const reports = await sourcesOf(team).log({ sourceId: id, limit: LISTED_REPORTS });
      if (!reports) throw notFound('source of calls');
      return reports.map(reportOf);
    },
  };
}

/** Answers a refused change with its reason, which has no secret. */
async function explainRefusal<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    if (!(error instanceof CallSourceError)) throw error;
    throw new HttpError(400, { error: 'call_source_refused', message: error.message });
  });
}

function recordOf(source: CallSourceInfo, publicUrl: URL | undefined) {
  const path = `${API_ROOT}${INTAKE_PATH}/${source.id}`;
  return {
    id: source.id,
    vendor: source.vendor,
    name: source.name,
    path,
    url: publicAddress(path, publicUrl),
    created_at: source.createdAt,
    last_report_at: source.lastReportAt,
    previous_secret_until: source.previousSecretUntil,
    awaits_secret: source.awaitsSecret,
    has_credential: source.hasCredential,
    counts: source.counts,
    refused: source.refused.map(({ reason, count, lastAt }) => ({ reason, count, last_at: lastAt })),
  };
}

const reportOf = (report: CallReportInfo) => ({
  id: report.id,
  received_at: report.receivedAt,
  event: report.event,
  call_reference: report.callReference,
  call_id: report.callId,
  status: report.status,
  problem: report.problem,
});

/** Loaded with the first request: most processes serve none of this page. */
const vendorsByName = async () => (await import('../intake/vendors/index.ts')).VENDORS;

function vendorOf(name: VendorName, vendors: Awaited<ReturnType<typeof vendorsByName>>) {
  const vendor = vendors[name];
  if (!vendor) return [];
  const { secretMaker, fetchCall } = vendor;
  return [
    {
      vendor: name,
      name: VENDOR_TITLES[name],
      secret_from: secretMaker,
      takes_credential: fetchCall !== undefined,
    },
  ];
}
