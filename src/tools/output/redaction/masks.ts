/** What stands in the place of what was masked. None of it is taken for a number, an address or a mask again. */
export const MASKS = {
  card: '[card number]',
  code: '[security code]',
  expiry: '[expiry date]',
  account: '[account number]',
  social: '[social security number]',
  number: '[number]',
  email: '[e-mail]',
} as const;

const MASK =
  /\[(?:(?:card|account|social security) number|security code|expiry date|number|e-mail)\]|…\d{4}(?!\d)|\S…@\S/u;

/** The first mask in a text, as it stands there. */
export function findMask(text: string): string | undefined {
  return MASK.exec(text)?.[0];
}

/** `ana.diaz@example.com` → `a…@example.com`: enough to tell two addresses apart, too little to write to. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${Array.from(address)[0]}…${address.slice(at)}`;
}

/** `+12125550123` → `+1…0123`. Short numbers, which have little to hide behind, go whole. */
export function maskPhone(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (digits.length < 7) return '…';
  const country = number.trim().startsWith('+') ? `+${/^[17]/.test(digits) ? digits[0] : digits.slice(0, 2)}` : '';
  return `${country}…${digits.slice(-4)}`;
}
