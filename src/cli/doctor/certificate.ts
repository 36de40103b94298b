import { isIP } from 'node:net';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { errorCode } from '../../lib/network-errors.ts';
import { type Finding, finding } from './finding.ts';

const DAY_MS = 86_400_000;
/** Renewals are usually done by then, in days. */
const SOON = 14;

/** Whether the other side can prove who it is, and for how long. */
export function lookAtCertificate(host: string, port: number, timeout: number): Promise<Finding> {
  return new Promise((resolve) => {
    // The connection is made in any case, to see the certificate; nothing is sent over it.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, ...name, rejectUnauthorized: false, timeout });
    const end = (result: Finding) => {
      socket.destroy();
      resolve(result);
    };
    const no = (code: string) =>
      end(
        finding('tls', 'problem', `No private connection could be made (${code})`, {
          fix: 'The other side may not speak https on this port: check --base-url, and what is in between.',
          data: { code },
        }),
      );
    socket.on('secureConnect', () => end(judged(socket, socket.getPeerCertificate(), Date.now())));
    socket.on('timeout', () => no('ETIMEDOUT'));
    socket.on('error', (error) => no(errorCode(error)));
  });
}

function judged(socket: TLSSocket, certificate: PeerCertificate, now: number): Finding {
  const until = Date.parse(certificate.valid_to);
  const days = Math.floor((until - now) / DAY_MS);
  const code = socket.authorized ? undefined : String(socket.authorizationError);
  const end = Number.isNaN(until) ? '' : new Date(until).toISOString().slice(0, 10);
  const data = { protocol: socket.getProtocol(), valid_until: end, days_left: days, ...(code ? { code } : {}) };
  if (until < now) {
    const fix = "Renew it at the platform; if it is new, check this computer's clock.";
    return finding('tls', 'problem', `The certificate expired on ${end}`, { fix, data });
  }
  if (code !== undefined) {
    return finding('tls', 'problem', `The certificate cannot be trusted (${code})`, { fix: cure(code), data });
  }
  const summary = `${data.protocol}, certificate valid until ${end} (${days} days)`;
  return days < SOON
    ? finding('tls', 'warning', summary, { fix: 'See to it that the platform renews it.', data })
    : finding('tls', 'ok', summary, { data });
}

function cure(code: string): string {
  if (code.includes('ALTNAME')) return 'It is for another name: use the name in it as --base-url (RCPT_BASE_URL).';
  if (code === 'CERT_NOT_YET_VALID') return "It is valid from a later time on: check this computer's clock.";
  return "If your organization issued it, set NODE_EXTRA_CA_CERTS to the file of its authority's certificate.";
}
