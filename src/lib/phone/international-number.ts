/** True for a telephone number in international format: + and 7 to 15 digits (ITU-T E.164). */
export const isInternationalNumber = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);
