/** Wire types of what the shell itself serves. */
export { AUDIT_CLASSES, AUDIT_OUTCOMES, type AuditEntryView, type AuditRow, auditContract, type ChainState } from './audit.contract.ts';
export { type CoreDemo, coreDemo } from './demo.schema.ts';
export { type BaseInfo, type BaseInfoEdit, FIXED_FACTS } from './base-info.schema.ts';
export { HOME_MODULE, type HomeCardView, type HomeFigureView, homeContract } from './home.contract.ts';
export { metricsContract } from './monitor/metrics.contract.ts';
export { exportGoesOn, type ExportJob, exportsContract } from './exports.contract.ts';
export { fileContract, hostContract } from './host.contract.ts';
export { LOGIN_PROOF_BITS, proofText } from './login-proof.ts';
export { LOG_CATEGORIES, type MajorChoice, type OwnLogRow, type OwnRights, profileContract, type RightNode, type Subordinate } from './profile.contract.ts';
export {
  type PageStart,
  type PluginFiles,
  type PluginForAdministrator,
  type PluginForBrowser,
  pluginFiles,
  pluginForAdministrator,
  pluginForBrowser,
  registryContract,
} from './registry.contract.ts';
export { type ClockStepView, type DataCheckView, type DataFindingView, watchContract } from './watch.contract.ts';
export {
  type CurrentUser,
  type MenuWire,
  type PermissionEntry,
  type SessionInfo,
  type SysConfigInfo,
  type OfferedLanguage,
  sessionContract,
  type UserInfo,
} from './session.contract.ts';
export type { Audience, ListView, NamedAudience, OpeningView, ViewContent } from '../../plugin-sdk/contract/list-view/list-view.schema.ts';
