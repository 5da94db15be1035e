import { allowAssistant, assistantPort, runAssistantSimulator } from './assistant-simulator.mjs';
import { allowSimulator, runInsuranceSimulator, simulatorPort } from './insurance-simulator.mjs';
import { allowMail, mailPort, runMailSimulator } from './mail-simulator.mjs';
import { allowWechat, runWechatSimulator, wechatPort } from './wechat-simulator.mjs';

/** Where the simulators of the demo system listen, by the environment; undefined for one whose variable names no port. */
export const demoPorts = (env) => ({
  simulatorPort: simulatorPort(env.DEMO_INSURANCE_PORT),
  assistantPort: assistantPort(env.DEMO_ASSISTANT_PORT),
  mailPort: mailPort(env.DEMO_MAIL_PORT),
  wechatPort: wechatPort(env.DEMO_WECHAT_PORT),
});

/** What the server needs to reach those that are not on their usual ports; what the site allows besides stays. Nothing needed: an empty object. */
export function allowDemo(ports, given) {
  const adds = [
    (allowed) => allowSimulator(ports.simulatorPort, allowed),
    (allowed) => allowAssistant(ports.assistantPort, allowed),
    (allowed) => allowMail(ports.mailPort, allowed),
    (allowed) => allowWechat(ports.wechatPort, allowed),
  ];
  return adds.reduce((env, add) => Object.assign(env, add(env.OUTBOUND_ALLOW)), given === undefined ? {} : { OUTBOUND_ALLOW: given });
}

/** Starts all of them. @returns {Promise<{kill: () => void}>} once each listens or says why it does not */
export async function runDemoSimulators(root, env) {
  const running = [
    await runInsuranceSimulator(root, { port: env.DEMO_INSURANCE_PORT, dataDir: env.DATA_DIR?.trim() || './data' }),
    await runAssistantSimulator(root, { port: env.DEMO_ASSISTANT_PORT }),
    await runMailSimulator(root, { port: env.DEMO_MAIL_PORT }),
    await runWechatSimulator(root, { port: env.DEMO_WECHAT_PORT }),
  ];
  return {
    kill: () => {
      for (const simulator of running) simulator.kill();
    },
  };
}
