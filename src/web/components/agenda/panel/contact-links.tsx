import type { ComponentChildren } from 'preact';
import { PhoneNumber } from '../../phone-number.tsx';
import { Said } from '../../said.tsx';

/** Only digits reach the address of the link. */
const PHONE = /^\+?[\d ().-]{5,24}$/;
const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}$/;

/** How a link is opened: by the browser, or by what is called with its address; undefined: not at all. */
export type OpenLink = 'browser' | ((url: string) => void) | undefined;

interface ContactLinkProps {
  text: string;
  openLink: OpenLink;
}

/** The address that calls a number; undefined if it is none. */
export const phoneUrl = (text: string): string | undefined =>
  PHONE.test(text) ? `tel:${text.startsWith('+') ? '+' : ''}${text.replace(/\D/g, '')}` : undefined;

/** A telephone number, as a link if it is one. */
export function Phone({ text, openLink }: ContactLinkProps) {
  return (
    <Linked url={phoneUrl(text)} openLink={openLink}>
      <PhoneNumber text={text} />
    </Linked>
  );
}

/** An e-mail address, as a link if it is one. */
export function Email({ text, openLink }: ContactLinkProps) {
  const url = EMAIL.test(text) ? `mailto:${encodeURIComponent(text).replace('%40', '@')}` : undefined;
  return (
    <Linked url={url} openLink={openLink}>
      <Said text={text} />
    </Linked>
  );
}

interface LinkedProps {
  url: string | undefined;
  openLink: OpenLink;
  children: ComponentChildren;
}

function Linked({ url, openLink, children }: LinkedProps) {
  if (!url || !openLink) return <>{children}</>;
  if (openLink === 'browser') {
    return (
      <a class="contact" href={url}>
        {children}
      </a>
    );
  }
  return (
    <button type="button" class="link contact" onClick={() => openLink(url)}>
      {children}
    </button>
  );
}
