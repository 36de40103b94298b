import * as z from 'zod';

/** What a field holds, for everything that must treat it with care. Read it back with `fieldMark`. */
export interface FieldAnnotation {
  /** Text that a caller or contact may have authored: data, never instructions. */
  untrusted?: true;
  /** Identifies a person. */
  personal?: 'name' | 'email' | 'phone';
  /** A few words that the business or the platform chose: quoted like a name, not fenced like a note. */
  label?: true;
}

/** Text written or spoken by somebody outside: notes, summaries, transcripts. */
export const freeText = () => z.string().meta({ untrusted: true } satisfies FieldAnnotation);
/** A person's name. */
export const personName = () => z.string().meta({ untrusted: true, personal: 'name' } satisfies FieldAnnotation);
/** An e-mail address. */
export const email = () => z.string().meta({ untrusted: true, personal: 'email' } satisfies FieldAnnotation);
/** A telephone number in international format with leading +. */
export const phone = () => z.string().meta({ untrusted: true, personal: 'phone' } satisfies FieldAnnotation);
/** A few words that the business or the platform chose, such as a service's name or description. */
export const label = () => z.string().meta({ untrusted: true, label: true } satisfies FieldAnnotation);
/**
 * A word of the platform's own vocabulary, such as a status: at most four words of at most 40 characters. What is longer
 * is no such word, and read as an undocumented field.
 */
export const word = () => z.string().regex(/^[\p{L}\p{N}_.:()/&+-]{1,40}(?: [\p{L}\p{N}_.:()/&+-]{1,40}){0,3}$/u);
/** An ISO 8601 timestamp with UTC designator, as it is sent. */
export const utcTime = () => z.iso.datetime();
/** A timestamp as it is read: the designator may be any offset. */
export const timestamp = () => z.iso.datetime({ offset: true });
/** A record's identifier, assigned by the service. */
export const id = () => z.string().min(1);

/** The marks of a field, looking through optional and nullable wrappers. */
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
