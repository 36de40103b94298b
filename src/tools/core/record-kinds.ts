import * as z from 'zod';
import { KIND_WORDS } from '../../events/event.ts';

/**
 * The kinds of records, each with the tool that reads them. A record, or a field of it, is shown only to callers that are
 * offered this tool: the pipeline enforces it for every answer (`output/hidden-records.ts`).
 */
export const READING_TOOLS = {
  booking: 'get_booking',
  contact: 'get_contact',
  call: 'get_call',
  service: 'list_services',
  staff: 'list_staff',
  webhook: 'get_webhook',
} as const;
/** A record of unknown kind may be of any kind that events are about. */
export type RecordKind = keyof typeof READING_TOOLS | 'unknown';

export const RECORD_KINDS: readonly RecordKind[] = [...(Object.keys(READING_TOOLS) as RecordKind[]), 'unknown'];
const EVENT_KINDS = ['booking', 'contact', 'call'] as const;

/** The part of a caller's services that decides which records it may read. */
export interface RecordAccess {
  /** Names of the offered tools. */
  offered: readonly string[];
}

export function mayShow(kind: RecordKind, { offered }: RecordAccess): boolean {
  const kinds = kind === 'unknown' ? EVENT_KINDS : [kind];
  return kinds.every((one) => offered.includes(READING_TOOLS[one]));
}

/** Returns the plural of a kind. */
export const recordsOfKind = (kind: keyof typeof READING_TOOLS) => (kind === 'staff' ? kind : `${kind}s`);

const hiddenByOffer = new WeakMap<readonly string[], readonly RecordKind[]>();

/** Returns the kinds of records that a caller may not read: the same list for the same list of tools. */
export function hiddenKinds(access: RecordAccess): readonly RecordKind[] {
  const { offered } = access;
  let hidden = hiddenByOffer.get(offered);
  if (!hidden) {
    hidden = RECORD_KINDS.filter((kind) => !mayShow(kind, access));
    hiddenByOffer.set(offered, hidden);
  }
  return hidden;
}

/** Creates the shape of a record in answers. The kind of a record that can be of several is in its field `kind`. */
export function recordShape<S extends z.ZodRawShape>(kinds: RecordKind | readonly RecordKind[], shape: S) {
  return z.object(shape).meta({ record: [kinds].flat() });
}

/** Returns the kinds that a shape of a record can show; none for any other schema. */
export const kindsOfShape = (schema: z.ZodType) => (schema.meta()?.record ?? []) as readonly RecordKind[];

const WORDS: Record<keyof typeof READING_TOOLS, RegExp> = {
  ...KIND_WORDS,
  service: /^services?$/i,
  staff: /^(staff|employees?)$/i,
  webhook: /^webhooks?$/i,
};

/** Returns the kinds of records that the name of a field or event type announces, such as `upcomingBookings`. */
export function kindsNamedBy(name: string): RecordKind[] {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').split(/[^\p{L}]+/u);
  return RECORD_KINDS.filter((kind) => kind !== 'unknown' && words.some((word) => WORDS[kind].test(word)));
}

/** Returns the kinds of records that events of a type may contain. */
export function kindsOfEventType(type: string): RecordKind[] {
  const named = kindsNamedBy(type);
  return named.length > 0 ? named : ['unknown'];
}
