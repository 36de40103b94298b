/** The languages that the receptionist speaks, English first. */
export const SPOKEN_LANGUAGES: readonly string[] = ['en', 'de', 'es', 'fr', 'it', 'pt'];
/** Those in which people write days and dates. */
export const WRITTEN_LANGUAGES: readonly string[] = [...SPOKEN_LANGUAGES, 'nl'];
