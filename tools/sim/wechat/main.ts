/**
 * The simulated WeChat work account as a program, for `npm start`:
 *   node .build/sim/wechat.mjs --port 5094
 * Ends when the process that started it ends (channel) or by a signal.
 */
import { parseArgs } from 'node:util';
import { startWechatSimulator } from './index.ts';

/** Exit code that tells the starter: somebody else listens there. */
const PORT_TAKEN = 3;

const { values } = parseArgs({ options: { port: { type: 'string' } } });
const port = Number(values.port);
if (values.port === undefined || !Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port is a number from 0 to 65535');

try {
  const simulator = await startWechatSimulator({ port });
  process.send?.({ url: simulator.url });
  const end = () => {
    simulator.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  process.once('SIGHUP', end);
  process.once('disconnect', end);
} catch (error) {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (!taken) console.error(error);
  process.exit(taken ? PORT_TAKEN : 1);
}
