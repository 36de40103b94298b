import { Said } from '../said.tsx';

/** Only digits reach the address of the link. */
const PHONE = /^\+?[\d ().-]{5,24}$/;
const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}$/;

/** A telephone number, as a link if it is one. */
export function Phone({ number }: { number: string }) {
  if (!PHONE.test(number)) return <Said text={number} />;
  return (
    <a href={`tel:${number.startsWith('+') ? '+' : ''}${number.replace(/\D/g, '')}`}>
      <Said text={number} />
    </a>
  );
}

/** An e-mail address, as a link if it is one. */
export function Email({ address }: { address: string }) {
  if (!EMAIL.test(address)) return <Said text={address} />;
  return (
    <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>
      <Said text={address} />
    </a>
  );
}
