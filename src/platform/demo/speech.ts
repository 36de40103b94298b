const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const NATO = (
  'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliet Kilo Lima Mike November Oscar Papa Quebec ' +
  'Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu'
).split(' ');

/** `4242 0101` → `four two four two, zero one zero one`: digit by digit, with a pause at each space. */
export function sayDigits(text: string): string {
  const groups = text.split(/\s+/).map((group) => Array.from(group, (char) => DIGITS[Number(char)] ?? char).join(' '));
  return groups.join(', ');
}

/** `+15185550127` → area code, exchange and number, digit by digit. */
export function sayPhone(phone: string): string {
  const [, area, exchange, rest] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return area ? sayDigits(`${area} ${exchange} ${rest}`) : sayDigits(phone.replace(/\D/g, ''));
}

/** `nora.fitz@example.com` → `nora dot fitz at example dot com`. */
export function sayEmail(address: string): string {
  const words: Record<string, string> = { '.': ' dot ', '@': ' at ', '-': ' dash ', _: ' underscore ' };
  return address.replace(/[.@_-]/g, (char) => words[char] ?? char);
}

/** `Ito` → `I, T, O`: the letters of a name as spelled aloud, without accents. */
export function spell(name: string): string {
  return letters(name).join(', ');
}

/** `Ito` → `I as in India, T as in Tango, O as in Oscar`. */
export function spellOut(name: string): string {
  return letters(name)
    .map((letter) => `${letter} as in ${NATO[letter.charCodeAt(0) - 65] ?? letter}`)
    .join(', ');
}

/** `$1,180` or `$98`. */
export function dollars(cents: number): string {
  return `$${(cents / 100).toLocaleString('en-US')}`;
}

function letters(name: string): string[] {
  const plain = name
    .replace(/[łŁ]/g, 'l')
    .replace(/[øØ]/g, 'o')
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
  return Array.from(plain);
}
