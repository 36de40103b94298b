import { isIP } from 'node:net';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { errorCode } from '../../lib/http/network.ts';
import { DAY_MS } from '../../lib/time/units.ts';
import { type CheckResult, result } from './check.ts';

/** Remaining validity that is reported as a warning: automatic renewal usually happens earlier. */
const EXPIRES_SOON_DAYS = 14;

/** Checks that the platform's TLS certificate is trusted and not about to expire. */
export function checkCertificate(host: string, port: number, timeoutMs: number): Promise<CheckResult> {
  return new Promise((resolve) => {
    // The connection is made even if the certificate is not trusted, to inspect it; nothing is sent over it.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = connect({ host, port, ...name, rejectUnauthorized: false, timeout: timeoutMs });
    const end = (found: CheckResult) => {
      socket.destroy();
      resolve(found);
    };
    const fail = (code: string) =>
      end(
        result('tls', 'problem', `No TLS connection could be made (${code})`, {
          fix: 'The server may not speak TLS on this port: check --base-url, and proxies in between.',
          data: { code },
        }),
      );
    socket.on('secureConnect', () => end(certificateResult(socket, socket.getPeerCertificate(), Date.now())));
    socket.on('timeout', () => fail('ETIMEDOUT'));
    socket.on('error', (error) => fail(errorCode(error)));
  });
}

function certificateResult(socket: TLSSocket, certificate: PeerCertificate, now: number): CheckResult {
  const until = Date.parse(certificate.valid_to);
  const days = Math.floor((until - now) / DAY_MS);
  const code = socket.authorized ? undefined : String(socket.authorizationError);
  const end = Number.isNaN(until) ? '' : new Date(until).toISOString().slice(0, 10);
  const data = { protocol: socket.getProtocol(), valid_until: end, days_left: days, ...(code ? { code } : {}) };
  if (until < now) {
    const fix = "Renew it at the platform; if it is new, check this computer's clock.";
    return result('tls', 'problem', `The certificate expired on ${end}`, { fix, data });
  }
  if (code !== undefined) {
    return result('tls', 'problem', `The certificate cannot be trusted (${code})`, { fix: certificateFix(code), data });
  }
  const summary = `${data.protocol}, certificate valid until ${end} (${days} days)`;
  return days < EXPIRES_SOON_DAYS
    ? result('tls', 'warning', summary, { fix: 'The platform must renew it.', data })
    : result('tls', 'ok', summary, { data });
}

function certificateFix(code: string): string {
  if (code.includes('ALTNAME')) return 'It is for another host name: use that name in --base-url (RCPT_BASE_URL).';
  if (code === 'CERT_NOT_YET_VALID') return "It is not valid yet: check this computer's clock.";
  return "If your organization issued it, set NODE_EXTRA_CA_CERTS to the file of its authority's certificate.";
}
