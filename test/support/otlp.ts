import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import * as z from 'zod';

/**
 * Schemas of OTLP/JSON, written from opentelemetry-proto 1.x independently of the product. Strict, so that a wrong field
 * name is an error. Fields with their default value (0, an empty list) are equivalent to absent ones and are removed.
 */
const hex = (length: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${length}}$`));
const int64 = z.string().regex(/^\d+$/);
const none = z.literal(0).optional();
const empty = z.tuple([]).optional();
const Value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.union([int64, z.int()]) }),
  z.strictObject({ arrayValue: z.strictObject({ values: z.array(z.strictObject({ stringValue: z.string() })) }) }),
]);
const Attributes = z.array(z.strictObject({ key: z.string().min(1), value: Value })).transform((all) => {
  const entries = all.map(({ key, value }) => [key, plain(value)] as const);
  expect(new Set(entries.map(([key]) => key)).size).toBe(entries.length);
  return Object.fromEntries(entries);
});
const Link = z
  .strictObject({
    traceId: hex(32),
    spanId: hex(16),
    flags: z.int(),
    attributes: empty,
    droppedAttributesCount: none,
  })
  .transform(({ traceId, spanId, flags }) => ({ traceId, spanId, flags }));
const Span = z
  .strictObject({
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: hex(16).optional(),
    flags: z.int().min(0).max(0x3ff),
    name: z.string().min(1),
    kind: z.union([z.literal(2), z.literal(3)]),
    startTimeUnixNano: int64,
    endTimeUnixNano: int64,
    attributes: Attributes,
    droppedAttributesCount: none,
    events: empty,
    droppedEventsCount: none,
    links: z.array(Link).optional(),
    droppedLinksCount: none,
    status: z.strictObject({ code: z.union([z.literal(0), z.literal(2)]).optional() }),
  })
  .refine(({ startTimeUnixNano, endTimeUnixNano }) => BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano))
  .transform(({ droppedAttributesCount, events, droppedEventsCount, links, droppedLinksCount, status, ...span }) => ({
    ...span,
    ...(links?.length ? { links } : {}),
    status: status.code ? { code: status.code } : {},
  }));
const Scope = z.strictObject({ name: z.string(), version: z.string() });
const ExportRequest = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: Attributes, droppedAttributesCount: none }),
      scopeSpans: z.array(z.strictObject({ scope: Scope, spans: z.array(Span) })),
    }),
  ),
});

export type ReceivedSpan = z.output<typeof Span>;

function plain(value: z.output<typeof Value>): string | number | string[] {
  if ('stringValue' in value) return value.stringValue;
  if ('intValue' in value) return Number(value.intValue);
  return value.arrayValue.values.map(({ stringValue }) => stringValue);
}

export interface Post {
  path: string;
  headers: IncomingMessage['headers'];
  /** The body after decompression. */
  text: string;
}

export interface Receiver {
  url: string;
  posts: Post[];
  /** Accepted spans in order of arrival. */
  spans: ReceivedSpan[];
  /** Resource attributes of the latest accepted post. */
  resource: Record<string, unknown>;
  /** Sets how the next posts are answered; undefined: they are accepted. */
  behave(behaviour: ((response: ServerResponse, post: Post) => void) | undefined): void;
  /** Waits for `count` matching spans and returns all matching ones. */
  until(matches: (span: ReceivedSpan) => boolean, count?: number): Promise<ReceivedSpan[]>;
  close(): Promise<void>;
}

/** Starts an OTLP/HTTP trace collector on loopback. It answers 400 to invalid requests. */
export async function startReceiver(): Promise<Receiver> {
  let behaviour: ((response: ServerResponse, post: Post) => void) | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8');
    const post = { path: request.url ?? '', headers: request.headers, text };
    receiver.posts.push(post);
    if (behaviour) return behaviour(response, post);
    const isPost = request.method === 'POST' && request.headers['content-type'] === 'application/json';
    const parsed = ExportRequest.safeParse(JSON.parse(text));
    if (!isPost || !parsed.success) return response.writeHead(400).end(String(parsed.error));
    for (const { resource, scopeSpans } of parsed.data.resourceSpans) {
      receiver.resource = resource.attributes;
      receiver.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts: [],
    spans: [],
    resource: {},
    behave: (next) => {
      behaviour = next;
    },
    async until(matches, count = 1) {
      const found = () => receiver.spans.filter(matches);
      await expect.poll(() => found().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
      return found();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

/** Returns an environment that exports traces to the receiver almost immediately. */
export const exportTracesTo = ({ url }: Pick<Receiver, 'url'>, more: Record<string, string> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_BSP_SCHEDULE_DELAY: '20',
  ...more,
});
