import { networkOf } from '../../lib/http/network.ts';
import type { LimitedCaller } from '../../lib/http/permit-pool.ts';
import { callerView, type Exchange } from '../http/exchange.ts';

/**
 * Returns the caller that a request counts for. A credential counts only once it is verified: each made-up one would be
 * another caller. Without a credential the client's network counts; clients of this machine cannot be distinguished.
 */
export function limitedCallerOf(exchange: Exchange): LimitedCaller {
  const { context } = exchange;
  const credential = callerView(exchange)?.credential;
  const hasCredential = credential !== undefined && credential.caller !== '';
  if (hasCredential && credential.verified()) return { key: `caller ${credential.caller}`, standing: 'verified' };
  const key = `address ${networkOf(context.client)}`;
  const mayBeMadeUp = exchange.isSigned === false && exchange.caller === undefined;
  if (hasCredential || mayBeMadeUp) return { key, standing: 'unverified' };
  return { key, standing: isThisMachine(context.client) ? 'local' : 'verified' };
}

const isThisMachine = (address: string) => address === '::1' || address.startsWith('127.');
