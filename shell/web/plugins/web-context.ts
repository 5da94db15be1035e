import { md5 } from '../net/login/md5.ts';
import type { Language } from '@nephra/plugin-sdk/contract';
import type { Drafts, FilePort, HttpPort, StoredDocument, Toast, WebContext, WebUser } from '@nephra/plugin-sdk/web';
import type { Confirm } from '../feedback/feedback.port.ts';
import type { PluginFiles } from '../../contract/index.ts';
import type { SocketPort } from '../net/socket/socket.port.ts';

/** What the shell lends to every plugin. */
export interface ContextParts {
  readonly http: HttpPort;
  readonly files: FilePort;
  readonly toast: Toast;
  readonly socket: SocketPort;
  readonly confirm: Confirm;
  readonly user: () => WebUser | null;
  readonly language: () => Language;
  readonly now: () => number;
  readonly can: (permission: string) => boolean;
  readonly navigate: WebContext['navigate'];
  readonly pageAddress: WebContext['pageAddress'];
  readonly guardUnsaved: WebContext['guardUnsaved'];
  readonly text: (pluginId: string, key: string, params?: Record<string, string | number>) => string;
  readonly drafts: (pluginId: string) => Drafts;
  readonly print: (document: { title: string; html: string; css?: string }) => void;
  readonly previewDocument: (document: StoredDocument) => void;
  readonly worksOffline: () => void;
  readonly report: (pluginId: string, error: unknown, where: string) => void;
}

/** What the site has set for a plugin. */
export type PluginValues = Pick<PluginFiles, 'settings' | 'records'>;

const NOBODY: WebUser = { userId: '', userName: '', enCode: '', organizeId: '', organizeName: '', headIcon: '', isAdministrator: false, priceType: '' };

/**
 * The context of one plugin. User, language and texts are read when asked, so a store that keeps its context stays right;
 * a new context is made when the language changes, so that drawn texts follow.
 */
export function createWebContext(pluginId: string, { settings, records }: PluginValues, parts: ContextParts): WebContext {
  const { http, files, toast, socket, confirm, can, navigate, pageAddress, guardUnsaved, print, previewDocument } = parts;
  return {
    pluginId,
    http,
    files,
    toast,
    settings: Object.freeze({ ...settings }),
    ...(records && { records }),
    drafts: parts.drafts(pluginId),
    get user() {
      return parts.user() ?? NOBODY;
    },
    get language() {
      return parts.language();
    },
    now: parts.now,
    t: (key, params) => parts.text(pluginId, key, params),
    can,
    confirm,
    navigate,
    pageAddress,
    guardUnsaved,
    onSocket: (method, listener) => socket.on(method, listener),
    sendSocket: (frame) => socket.send(frame),
    print,
    previewDocument,
    passwordHash: md5,
    worksOffline: parts.worksOffline,
    report: (error, where) => parts.report(pluginId, error, where),
  };
}
