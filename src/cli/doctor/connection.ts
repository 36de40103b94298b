import { lookup } from 'node:dns/promises';
import { connect, isIP } from 'node:net';
import { errorCode } from '../../lib/network-errors.ts';
import { lookAtCertificate } from './certificate.ts';
import { type Finding, finding, stopwatch } from './finding.ts';

/** For a connection, in milliseconds: as long as the server itself waits. */
const CONNECT_MS = 5_000;

/** Whether the platform's address can be reached, step by step; ends with the first that fails. */
export async function lookAtConnection(base: URL): Promise<Finding[]> {
  const host = base.hostname.replace(/^\[|\]$/g, '');
  const port = Number(base.port || (base.protocol === 'https:' ? 443 : 80));
  const found: Finding[] = [];
  if (isIP(host) === 0) found.push(await lookAtName(host));
  if (!failed(found)) found.push(await lookAtPort(host, port));
  if (base.protocol === 'https:' && !failed(found)) found.push(await lookAtCertificate(host, port, CONNECT_MS));
  return found;
}

export const failed = (found: readonly Finding[]) => found.some(({ status }) => status === 'problem');

async function lookAtName(host: string): Promise<Finding> {
  const elapsed = stopwatch();
  try {
    const addresses = (await lookup(host, { all: true })).map(({ address }) => address);
    const ms = elapsed();
    return finding('dns', 'ok', `${host} is ${addresses.join(', ')} (${ms} ms)`, { data: { host, addresses, ms } });
  } catch (error) {
    const code = errorCode(error);
    const fix =
      code === 'ENOTFOUND'
        ? 'Compare --base-url (RCPT_BASE_URL) with the address that the platform gave you.'
        : 'The name server did not answer: check the network connection.';
    return finding('dns', 'problem', `The name ${host} is not known (${code})`, { fix, data: { host, code } });
  }
}

function lookAtPort(host: string, port: number): Promise<Finding> {
  const elapsed = stopwatch();
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (result: Finding) => {
      socket.destroy();
      resolve(result);
    };
    const no = (code: string) =>
      end(
        finding('tcp', 'problem', `No connection to port ${port} (${code})`, {
          fix:
            code === 'ECONNREFUSED'
              ? 'Nothing listens there: check the port in --base-url, and whether the platform is running.'
              : 'Check the network connection, and whether a firewall or a proxy is in between; proxies are not used.',
          data: { port, code },
        }),
      );
    socket.on('connect', () => {
      const ms = elapsed();
      end(finding('tcp', 'ok', `Port ${port} answers (${ms} ms)`, { data: { port, ms } }));
    });
    socket.on('timeout', () => no('ETIMEDOUT'));
    socket.on('error', (error) => no(errorCode(error)));
  });
}
