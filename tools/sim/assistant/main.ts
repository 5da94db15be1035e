/** The simulated model as a program: `node .build/sim/assistant.mjs --port 5091`. */
import { runProgram } from '../program/run-program.ts';
import { startAssistantSimulator } from './index.ts';

await runProgram([0, 65_535], async (port) => {
  const simulator = await startAssistantSimulator({ port });
  return [simulator, { url: simulator.url }];
});
