import type { CallReportInfo, CallSourceInfo } from '../../platform/index.ts';

/** A source as `--json` prints it. */
export const sourceJson = (source: CallSourceInfo) => ({
  id: source.id,
  vendor: source.vendor,
  name: source.name,
  created_at: source.createdAt,
  last_report_at: source.lastReportAt,
  previous_secret_until: source.previousSecretUntil,
  awaits_secret: source.awaitsSecret,
  has_vendor_key: source.hasCredential,
  reports: source.counts,
  refused: source.refused.map(({ reason, count, lastAt }) => ({ reason, count, last_at: lastAt })),
});

/** A report as `--json` prints it. */
export const reportJson = (report: CallReportInfo) => ({
  id: report.id,
  source_id: report.sourceId,
  received_at: report.receivedAt,
  event: report.event,
  call_reference: report.callReference,
  call_id: report.callId,
  status: report.status,
  problem: report.problem,
  can_be_replayed: report.hasBody,
});
