/** The simulated WeChat work account as a program: `node .build/sim/wechat.mjs --port 5094`. */
import { runProgram } from '../program/run-program.ts';
import { startWechatSimulator } from './index.ts';

await runProgram([0, 65_535], async (port) => {
  const simulator = await startWechatSimulator({ port });
  return [simulator, { url: simulator.url }];
});
