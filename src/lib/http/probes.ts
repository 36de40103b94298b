import { raceAbort } from '../concurrency/abort.ts';
import { coalesce } from '../concurrency/coalesce.ts';
import { Deadline } from '../concurrency/deadline.ts';
import { createFailureLog } from '../logging/failure-log.ts';
import type { Logger } from '../logging/logger.ts';
import { SECOND_MS } from '../time/units.ts';
import { isLoopbackHost } from './loopback.ts';

/** Metrics in Prometheus's text format. */
export interface Exposition {
  contentType: string;
  text(): Promise<string>;
}

interface ProbeOptions {
  logger: Logger;
  /** Throws if requests cannot be served. */
  ready(): Promise<void>;
  /** What does not answer if `ready` takes too long, for the log: "the platform". */
  waitsFor: string;
  /** If absent, `/metrics` is not served. */
  metrics?: Exposition | undefined;
  /** Decides by the name in the address of a request whether it may read the metrics, which have no authentication. */
  showsMetrics(hostname: string): boolean;
}

/** The paths that monitoring requests. */
export const PROBE_PATHS = ['/healthz', '/readyz', '/metrics'] as const;
type ProbePath = (typeof PROBE_PATHS)[number];

/** True if a request is for one of them, by its target. */
export const isProbe = (target: string | undefined): boolean =>
  PROBE_PATHS.some((path) => target === path || target?.startsWith(`${path}?`));

/** Answers a GET request; undefined: the path is not served to this client. */
type Probe = (request: Request) => Promise<Response | undefined>;

type Probes = Readonly<Record<ProbePath, Probe>>;

/** The answers for monitoring, by path. None needs authentication, and none has data of a customer. */
export function createProbes(options: ProbeOptions): Probes {
  const { logger, ready, waitsFor, metrics, showsMetrics } = options;
  // The path needs no authentication, and each check sends a request to the platform.
  const check = coalesce(ready);
  const readiness = createFailureLog(logger, { failure: 'not ready', recovery: 'ready again' });
  return {
    '/healthz': async () => Response.json({ status: 'ok' }),
    '/readyz': async () => {
      const deadline = new Deadline(READY_MS);
      try {
        await raceAbort(check(), deadline.signal);
        readiness.succeeded();
        return Response.json({ status: 'ready' });
      } catch (error) {
        readiness.failed(deadline.expired ? new Error(`${waitsFor} did not answer within ${READY_S} s`) : error);
        return Response.json({ status: 'not ready' }, { status: 503 });
      } finally {
        deadline.end();
      }
    },
    '/metrics': async ({ url }) => {
      if (!metrics || !showsMetrics(new URL(url).hostname)) return undefined;
      return new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } });
    },
  };
}

/** Answers a request for monitoring; undefined: it is none. */
export async function answerProbe(probes: Probes, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const path = PROBE_PATHS.find((one) => one === pathname);
  return path && /^(GET|HEAD)$/.test(request.method) ? probes[path](request) : undefined;
}

/** Metrics are shown under every name but the public one, which clients and a proxy use. */
export function exceptUnder(publicUrl: URL | undefined): ProbeOptions['showsMetrics'] {
  const publicName = publicUrl && !isLoopbackHost(publicUrl.hostname) ? publicUrl.hostname : undefined;
  return (hostname) => hostname !== publicName;
}

/** Time for one answer of `/readyz`, in milliseconds: probes with a usual timeout of 5 s get it from a platform that hangs. */
const READY_MS = 4_000;
const READY_S = READY_MS / SECOND_MS;
