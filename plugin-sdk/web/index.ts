/** Browser half of the SDK: small, no widgets. */
export { Act, type ActCall, type ActEnd, type ActHost, type ActOptions, type ActState, askToSendOther } from './act/act.ts';
export { ActGroup } from './act/act-group.ts';
export { isUnknownOutcome, type Verdict, type VerdictFacts, verdictOf } from './act/outcome.ts';
export { randomName } from './act/random-name.ts';
export {
  ApiError,
  EXPORT_GOES_ON,
  type CallInput,
  type CallOptions,
  type CallResult,
  type Client,
  type ClientReply,
  createClient,
  type Drafts,
  type FilePort,
  type HttpPort,
  type MenuNode,
  type StoredDocument,
  type Toast,
  type UploadOptions,
  type UploadPause,
  type UploadType,
  type WebContext,
  type WebUser,
  wordOf,
} from './context.ts';
export {
  type DrawerSlotProps,
  type FeedbackSlotProps,
  definePlugin,
  type MenuTypeContribution,
  menuType,
  type PageContribution,
  type PageModule,
  type PluginChecksProps,
  type PageProps,
  type PluginDefinition,
  page,
  type SlotContribution,
  type SlotPoint,
  type SlotPoints,
  slot,
} from './define-plugin.ts';
export { type MenuAnchor, useMenuAnchor } from './menu-anchor.ts';
export { PluginProvider, useButtonPermission, useClient, useMenu, usePageQuery, usePlugin, useText, WithPermission } from './plugin-context.tsx';
export { SlotOutlet, type SlotRenderer, SlotRendererProvider } from './slot-outlet.tsx';
