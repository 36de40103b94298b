/** "Not" and "but" in each spoken language, normalized: what a caller does not mean, and what they mean instead of it. */
export const NOT_BUT = {
  en: ['not', 'but'],
  de: ['nicht', 'sondern'],
  es: ['no', 'sino'],
  fr: ['pas', 'mais'],
  it: ['non', 'ma'],
  pt: ['nao', 'mas'],
} as const;
