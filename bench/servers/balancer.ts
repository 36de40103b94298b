/** Runs the proxy of the tests in a separate process. Arguments: the base URLs of the servers. */
import { startBalancer } from '../../test/support/balancer.ts';

const { url } = await startBalancer(process.argv.slice(2), { record: false, keepAlive: true });
console.log(url);
process.stdin.on('end', () => process.exit(0)).resume();
