/** `npm start` runs the simulated model of tools/sim/assistant on this port unless DEMO_ASSISTANT_PORT names another one. */
export const ASSISTANT_PORT = 5091;

/** Which model the assistant of the demo system asks. */
export const buildAssistant = (port = ASSISTANT_PORT) => ({ address: `http://127.0.0.1:${port}/v1`, modelName: 'SIM-Chat' });
