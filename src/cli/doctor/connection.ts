import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { errorCode } from '../../lib/http/network.ts';
import { checkCertificate } from './certificate.ts';
import { type CheckResult, result, stopwatch } from './check.ts';

/** The connect timeout, the same as that of the server. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Checks DNS, TCP and TLS of the platform's address; stops at the first failure. */
export async function checkConnection(base: URL): Promise<CheckResult[]> {
  const host = base.hostname.replace(/^\[|\]$/g, '');
  const port = Number(base.port || (base.protocol === 'https:' ? 443 : 80));
  const found: CheckResult[] = [];
  if (isIP(host) === 0) found.push(await checkName(host));
  if (!hasProblem(found)) found.push(await checkPort(host, port));
  if (base.protocol === 'https:' && !hasProblem(found))
    found.push(await checkCertificate(host, port, CONNECT_TIMEOUT_MS));
  return found;
}

export const hasProblem = (found: readonly CheckResult[]) => found.some(({ status }) => status === 'problem');

async function checkName(host: string): Promise<CheckResult> {
  const elapsed = stopwatch();
  try {
    const addresses = (await lookup(host, { all: true })).map(({ address }) => address);
    const ms = elapsed();
    return result('dns', 'ok', `${host} resolves to ${addresses.join(', ')} (${ms} ms)`, {
      data: { host, addresses, ms },
    });
  } catch (error) {
    const code = errorCode(error);
    const fix =
      code === 'ENOTFOUND'
        ? 'Compare --base-url (RCPT_BASE_URL) with the address of your platform.'
        : 'The name server did not answer: check the network connection.';
    return result('dns', 'problem', `The host name ${host} cannot be resolved (${code})`, {
      fix,
      data: { host, code },
    });
  }
}

function checkPort(host: string, port: number): Promise<CheckResult> {
  const elapsed = stopwatch();
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
    const end = (found: CheckResult) => {
      socket.destroy();
      resolve(found);
    };
    const fail = (code: string) =>
      end(
        result('tcp', 'problem', `No connection to port ${port} (${code})`, {
          fix:
            code === 'ECONNREFUSED'
              ? 'Check the port in --base-url (RCPT_BASE_URL), and whether the platform is running: nothing listens on this port.'
              : 'Check the network connection and firewalls; HTTP proxies are not supported.',
          data: { port, code },
        }),
      );
    socket.on('connect', () => {
      const ms = elapsed();
      end(result('tcp', 'ok', `Port ${port} accepts connections (${ms} ms)`, { data: { port, ms } }));
    });
    socket.on('timeout', () => fail('ETIMEDOUT'));
    socket.on('error', (error) => fail(errorCode(error)));
  });
}
