/** `npm start` runs the simulated WeChat of tools/sim/wechat on this port unless DEMO_WECHAT_PORT names another one. */
export const WECHAT_PORT = 5094;

/** Which work account the demo system speaks with; as `SIM_CORP` of the simulator has it. */
export const buildWechat = (port = WECHAT_PORT) => ({
  address: `http://127.0.0.1:${port}`,
  corpId: 'SIMcorp0001',
  agentId: 1_000_001,
  secret: 'SIM-work-secret',
  bookSecret: 'SIM-book-secret',
  // As `SIM_DING` of the simulator has it.
  ding: { appKey: 'SIMding000001', agentId: '3000000001', secret: 'SIM-ding-secret' },
  // As `SIM_PUBLIC` of the simulator has it.
  mp: { appId: 'SIMwx0000001', secret: 'SIM-public-secret', token: 'SIMcallbacktoken' },
});

/** Demo accounts that are members of it; the others show what happens to somebody who is not bound. */
export const WECHAT_MEMBERS = ['admin', 'doctor', 'nurse', 'pharmacist', 'cashier'];
