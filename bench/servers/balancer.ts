/** The plain proxy of the tests in a process of its own, before the servers whose base addresses are its arguments. */
import { startBalancer } from '../../test/support/balancer.ts';

const { url } = await startBalancer(process.argv.slice(2), { record: false, keepAlive: true });
console.log(url);
process.stdin.on('end', () => process.exit(0)).resume();
