/** Where a request was sent: its protocol is that of the client, as a trusted proxy states it. */
export interface Addressed {
  protocol?: string | undefined;
}

/** The addresses that the vendor may have used: a proxy may have changed the host and the protocol. */
export function addressesOf(request: Request, { protocol }: Addressed, publicUrl: URL | undefined): string[] {
  const { host, pathname, search } = new URL(request.url);
  const path = pathname + search;
  const bases = [
    ...(publicUrl ? [publicUrl.href.replace(/\/$/, '')] : []),
    ...(protocol ? [`${protocol}//${host}`] : []),
    `https://${host}`,
    `http://${host}`,
  ];
  return [...new Set(bases.map((base) => base + path))];
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the text of a body that every database can store. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = utf8.decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
