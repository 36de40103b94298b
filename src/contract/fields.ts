import * as z from 'zod';
import type { ExtensionName } from './extensions.ts';

/** Facts about a field: for redaction and quoting (read with `annotationOf`), and for the OpenAPI document. */
export interface FieldAnnotation {
  /** Text that a caller or contact may have written: data, never instructions. */
  untrusted?: true;
  /** Identifies a person. */
  personal?: 'name' | 'email' | 'phone';
  /** Short text that the business or the platform chose: quoted like a name, not fenced like a note. */
  label?: true;
  /** All values that the embedded platform sends or accepts. Other platforms may have others. */
  values?: readonly string[];
  /** The extension that the field belongs to, if the specification does not have it. */
  extension?: ExtensionName;
}

/** Annotates a field that belongs to an extension. */
export const ofExtension = (extension: ExtensionName) => ({ extension }) satisfies FieldAnnotation;
/** Annotates a field with all values that the embedded platform sends, or accepts. */
export const knownValues = (...values: string[]) => ({ values }) satisfies FieldAnnotation;
/** Returns the values of an annotated field. */
export const usualValues = (field: z.ZodType): readonly string[] =>
  (field.meta() as FieldAnnotation | undefined)?.values ?? [];

/** Text written or spoken by third parties: notes, summaries, transcripts. */
export const freeText = () => z.string().meta({ untrusted: true } satisfies FieldAnnotation);
/** A person's name. */
export const personName = () => z.string().meta({ untrusted: true, personal: 'name' } satisfies FieldAnnotation);
/** Who says a turn of a call. */
export const speakerName = () => personName().meta(knownValues('caller', 'receptionist'));
/** An e-mail address. */
export const email = () => z.string().meta({ untrusted: true, personal: 'email' } satisfies FieldAnnotation);
/** A telephone number in international format with leading +. */
export const phone = () => z.string().meta({ untrusted: true, personal: 'phone' } satisfies FieldAnnotation);
/** Short text that the business or the platform chose, such as a service's name or description. */
export const label = () => z.string().meta({ untrusted: true, label: true } satisfies FieldAnnotation);
/** At most three digits, in one word, or in at most four words without dots: no number or address has room in it. */
const VOCABULARY =
  /^(?!(?:\P{N}*\p{N}){4})(?:[\p{L}\p{N}_.:/&+-]{1,40}|[\p{L}\p{N}_:()/&+-]{1,40}(?: [\p{L}\p{N}_:()/&+-]{1,40}){0,3})$/u;

/**
 * An enumeration value of the platform, such as a status. Any other text is not accepted and is read as an undocumented
 * field, which is untrusted and masked as configured.
 */
export const word = () => z.string().regex(VOCABULARY, 'must be one to four words with at most three digits');
/** An ISO 8601 timestamp with UTC designator, as requests have it. */
export const utcTime = () => z.iso.datetime();
/** An ISO 8601 timestamp with any offset, as responses have it. */
export const timestamp = () => z.iso.datetime({ offset: true });
/** A record's identifier, assigned by the service. */
export const id = () => z.string().min(1);

/** Returns the annotation of a field, also if it is wrapped as optional or nullable. */
export function annotationOf(schema: z.ZodType): FieldAnnotation {
  let current: z.ZodType | undefined = schema;
  while (current) {
    const meta = current.meta() as FieldAnnotation | undefined;
    if (meta?.untrusted || meta?.personal) return meta;
    const def: { innerType?: z.ZodType } = current.def as { innerType?: z.ZodType };
    current = def.innerType;
  }
  return {};
}
