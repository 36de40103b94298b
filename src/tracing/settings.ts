import { Secret } from '../lib/secret.ts';
import { DEFAULT_SAMPLER, type Sampler, samplerOf } from './sampler.ts';
import type { Attributes } from './span.ts';

/** The environment names of OpenTelemetry that are honoured, with their values. */
export type OtelEnvironment = Readonly<Record<string, string | undefined>>;

export interface TracingSettings {
  /** Where spans are posted. */
  url: URL;
  /** Sent with them: most hold a key. */
  headers: Readonly<Record<string, Secret>>;
  gzip: boolean;
  /** Time for one post, in milliseconds. */
  timeoutMs: number;
  sampler: Sampler;
  resource: Attributes;
  /** Spans that wait at most; more are dropped. */
  queueSize: number;
  /** Spans in one post. */
  batchSize: number;
  /** How long a span waits for others, in milliseconds. */
  delayMs: number;
}

const EXPORTER = 'OTEL_EXPORTER_OTLP_';
const LARGEST = 2 ** 31 - 1;

/**
 * Reads what OpenTelemetry's environment names say. What is wrong is said, and else passed over, as its specification
 * wants it: the names are often meant for other programs.
 * @param problem told of what is wrong; never of a value, which may be a key.
 * @returns undefined where nothing can be exported.
 */
export function tracingSettings(env: OtelEnvironment, problem: (text: string) => void): TracingSettings | undefined {
  const given = (name: string) => env[name]?.trim() || undefined;
  /** That of traces goes before that of everything. */
  const exporter = (name: string) => given(`${EXPORTER}TRACES_${name}`) ?? given(`${EXPORTER}${name}`);
  const wrong = (name: string, right: string) => problem(`${name} is not understood: ${right}`);
  const number = (name: string, text: string | undefined, otherwise: number) => {
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (Number.isSafeInteger(value) && value > 0 && value <= LARGEST) return value;
    wrong(name, `a whole number above 0 is wanted, and ${otherwise} taken`);
    return otherwise;
  };
  const batch = (name: string, otherwise: number) => number(`OTEL_BSP_${name}`, given(`OTEL_BSP_${name}`), otherwise);

  if (exporter('PROTOCOL') === 'grpc') {
    problem(`no traces are exported: ${EXPORTER}PROTOCOL is grpc, and rcpt-mcp exports over HTTP`);
    return undefined;
  }
  const url = endpoint(given(`${EXPORTER}TRACES_ENDPOINT`), given(`${EXPORTER}ENDPOINT`));
  if (!url) {
    problem(`no traces are exported: ${EXPORTER}ENDPOINT must be like http://127.0.0.1:4318, without a password`);
    return undefined;
  }
  const queueSize = batch('MAX_QUEUE_SIZE', 2_048);
  return {
    url,
    headers: headersOf(exporter('HEADERS'), () => wrong(`${EXPORTER}HEADERS`, 'name=value,name=value is wanted')),
    gzip: exporter('COMPRESSION') === 'gzip',
    timeoutMs: number(`${EXPORTER}TIMEOUT`, exporter('TIMEOUT'), 10_000),
    sampler: sampler(given('OTEL_TRACES_SAMPLER'), given('OTEL_TRACES_SAMPLER_ARG'), () =>
      wrong('OTEL_TRACES_SAMPLER', 'parentbased_always_on is taken'),
    ),
    resource: {
      'service.name': 'rcpt-mcp',
      ...resourceOf(given('OTEL_RESOURCE_ATTRIBUTES'), () =>
        wrong('OTEL_RESOURCE_ATTRIBUTES', 'name=value,name=value is wanted'),
      ),
      ...(given('OTEL_SERVICE_NAME') ? { 'service.name': given('OTEL_SERVICE_NAME') } : {}),
    },
    queueSize,
    batchSize: Math.min(queueSize, batch('MAX_EXPORT_BATCH_SIZE', 512)),
    delayMs: batch('SCHEDULE_DELAY', 5_000),
  };
}

/** The address for traces as it is, or that for everything with the path of traces below it. */
function endpoint(traces: string | undefined, all: string | undefined): URL | undefined {
  const text = traces ?? all ?? '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  if (traces === undefined) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url;
}

function sampler(name: string | undefined, argument: string | undefined, wrong: () => void): Sampler {
  const known = name === undefined ? DEFAULT_SAMPLER : samplerOf(name, argument);
  if (!known) wrong();
  return known ?? DEFAULT_SAMPLER;
}

/** `name=value,name=value`, values percent-encoded (W3C Baggage, as OpenTelemetry has it); undefined when it is not. */
function pairs(text: string | undefined): [string, string][] | undefined {
  try {
    return (text ?? '').split(',').flatMap((member): [string, string][] => {
      if (member.trim() === '') return [];
      const at = member.indexOf('=');
      if (at < 1) throw new URIError();
      return [[member.slice(0, at).trim(), decodeURIComponent(member.slice(at + 1).trim())]];
    });
  } catch {
    return undefined;
  }
}

function headersOf(text: string | undefined, wrong: () => void): Record<string, Secret> {
  const found = pairs(text) ?? [];
  const right = found.filter(([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value));
  if (right.length < found.length || (text !== undefined && found.length === 0)) wrong();
  return Object.fromEntries(right.map(([name, value]) => [name.toLowerCase(), new Secret(value)]));
}

function resourceOf(text: string | undefined, wrong: () => void): Attributes {
  const found = pairs(text);
  if (!found) wrong();
  return Object.fromEntries(found ?? []);
}
