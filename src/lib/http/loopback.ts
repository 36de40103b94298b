const LOOPBACK = /^((.+\.)?localhost|127(\.\d+){3}|\[?::1\]?)$/;

/**
 * True if a host is a loopback name (RFC 6761) or address. Does not resolve it.
 * @param hostname in lower case, as in `URL.hostname`, or an address without brackets
 */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname);

/** True if programs elsewhere may reach an address: it is `https`, and not one of this computer. */
export const isPublicAddress = ({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean =>
  protocol === 'https:' && !isLoopbackHost(hostname);
