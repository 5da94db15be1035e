import { WECHAT_PORT } from '../../seed/systems/wechat.mjs';
import { allowing, portFrom, runSimulator } from './simulator-process.mjs';

/** Where the simulated WeChat listens; undefined when DEMO_WECHAT_PORT is no port. */
export const wechatPort = (text) => portFrom(text, WECHAT_PORT);

/**
 * What the server needs to reach it on another port than the usual one, which registry.json allows. What the site allows besides stays.
 * @returns {{OUTBOUND_ALLOW?: string}}
 */
export const allowWechat = (port, allowed = '') => (port === undefined || port === WECHAT_PORT ? {} : allowing(allowed, [`wechat=http://127.0.0.1:${port}`]));

/** Runs the simulated WeChat of the demo system; without it nobody signs in by scanning. */
export const runWechatSimulator = (root, { port: given }, say) => {
  const port = wechatPort(given);
  const at = `WeChat for trying out, with a mailbox of what was sent, at http://127.0.0.1:${port}`;
  return runSimulator(root, { name: 'WeChat', variable: 'DEMO_WECHAT_PORT', program: 'wechat', port, given, at, say });
};
