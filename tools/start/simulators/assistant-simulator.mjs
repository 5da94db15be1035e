import { ASSISTANT_PORT } from '../../seed/systems/assistant.mjs';
import { allowing, portFrom, runSimulator } from './simulator-process.mjs';

/** Where the simulated model listens; undefined when DEMO_ASSISTANT_PORT is no port. */
export const assistantPort = (text) => portFrom(text, ASSISTANT_PORT);

/**
 * What the server needs to reach it on another port than the usual one, which registry.json allows. What the site allows besides stays.
 * @returns {{OUTBOUND_ALLOW?: string}}
 */
export const allowAssistant = (port, allowed = '') =>
  port === undefined || port === ASSISTANT_PORT ? {} : allowing(allowed, [`assistant=http://127.0.0.1:${port}`]);

/** Runs the simulated model of the demo system; without it the assistant does not answer. */
export const runAssistantSimulator = (root, { port: given }, say) => {
  const port = assistantPort(given);
  const at = `model of the assistant for trying out at http://127.0.0.1:${port}`;
  return runSimulator(root, { name: 'model of the assistant', variable: 'DEMO_ASSISTANT_PORT', program: 'assistant', port, given, at, say });
};
