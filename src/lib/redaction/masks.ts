/** Replacements for masked data. None of them matches as a number, an address or another mask. */
export const MASKS = {
  card: '[card number]',
  code: '[security code]',
  expiry: '[expiry date]',
  account: '[account number]',
  social: '[social security number]',
  identity: '[id number]',
  number: '[number]',
  email: '[e-mail]',
} as const;

const MASK =
  /\[(?:(?:card|account|social security|id) number|security code|expiry date|number|e-mail)\]|…\d{4}(?!\d)|\S…@\S/u;

/** Returns the first mask in a text. */
export function findMask(text: string): string | undefined {
  return MASK.exec(text)?.[0];
}

/** `ana.diaz@example.com` → `a…@example.com`: enough to distinguish two addresses, not enough to write to one. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${Array.from(address)[0]}…${address.slice(at)}`;
}

/** `+12125550123` → `+1…0123`. A short number is masked completely, because its end would identify it. */
export function maskPhone(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (digits.length < 7) return '…';
  const country = number.trim().startsWith('+') ? `+${/^[17]/.test(digits) ? digits[0] : digits.slice(0, 2)}` : '';
  return `${country}…${digits.slice(-4)}`;
}
