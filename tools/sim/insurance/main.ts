/** The simulator as a program: `node .build/sim/insurance.mjs --port 5090 --state data/insurance-simulator.log`. SIM_CONTROL_TOKEN opens /control. */
import { runProgram } from '../program/run-program.ts';
import { startInsuranceSimulator } from './index.ts';

await runProgram(
  [0, 65_535],
  async (port, { state }) => {
    const simulator = await startInsuranceSimulator({ port, stateFile: state, controlToken: process.env.SIM_CONTROL_TOKEN || undefined });
    return [simulator, { url: simulator.url }];
  },
  ['state'],
);
