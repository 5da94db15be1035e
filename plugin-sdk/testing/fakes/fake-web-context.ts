import { type Language, singularKey, type UploadedFile } from '../../contract/index.ts';
import type { FilePort, MenuNode, StoredDocument, WebContext, WebUser } from '../../web/index.ts';
import { createFakeHttp, type FakeHttp } from './fake-http.ts';

/** What a page did to the shell. */
export interface WebRecord {
  /** With how long they stay, where the page said so. */
  readonly toasts: { readonly kind: 'success' | 'info' | 'warning' | 'error'; readonly text: string; readonly durationMs?: number }[];
  readonly questions: { readonly title?: string; readonly content: string; readonly danger?: boolean; readonly okText?: string }[];
  readonly places: string[];
  readonly prints: { readonly title: string; readonly html: string; readonly css?: string }[];
  readonly previews: StoredDocument[];
  /** Files that were stored, and those that were saved from the storage. */
  readonly uploads: UploadedFile[];
  readonly downloads: Parameters<FilePort['download']>[0][];
  /** Frames that were sent. */
  readonly frames: (Readonly<Record<string, unknown>> & { readonly method: string })[];
  readonly reports: { readonly error: unknown; readonly where: string }[];
  /** Drafts as they stand now. */
  readonly drafts: Map<string, unknown>;
}

export interface FakeWebContext extends WebContext {
  readonly http: FakeHttp;
  readonly record: WebRecord;
  /** True when leaving would ask now. */
  isGuarded(): boolean;
  /** Lets the socket bring a frame. */
  receive(frame: Readonly<Record<string, unknown>> & { readonly method: string }): void;
  /** Listeners and guards that are still there; empty after everything was unmounted. */
  live(): readonly string[];
}

export interface FakeWebOptions extends Partial<Omit<WebContext, 'http' | 'user'>> {
  readonly user?: Partial<WebUser>;
  /** Codes that `can` grants: `pharmacy.dispensing:btn_edit`. Default: all. */
  readonly grants?: readonly string[];
  /** Texts of the plugin: its locale file. Without it `t` gives the key. */
  readonly texts?: object;
  /** What the user answers to questions. Default: yes. */
  readonly confirms?: boolean | ((content: string) => boolean);
  readonly http?: FakeHttp;
}

const USER: WebUser = {
  userId: 'u1',
  userName: 'Test User',
  enCode: '0001',
  organizeId: 'o1',
  organizeName: 'Test Clinic',
  headIcon: '',
  isAdministrator: false,
  priceType: '1',
};

const textAt = (texts: object | undefined, key: string): unknown =>
  key.split('.').reduce<unknown>((at, part) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined), texts);

function textIn(texts: object | undefined, language: Language, key: string, params: Record<string, string | number> = {}): string {
  const one = singularKey(key, language, params);
  const found = (one && textAt(texts, one)) ?? textAt(texts, key);
  return typeof found === 'string' ? found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? '')) : key;
}

/** The shell as a page in a test sees it; everything is kept in `record`. */
export function createFakeWebContext(options: FakeWebOptions = {}): FakeWebContext {
  const { grants, texts, confirms = true, user, http = createFakeHttp(), ...overrides } = options;
  const record: WebRecord = {
    toasts: [],
    questions: [],
    places: [],
    prints: [],
    previews: [],
    uploads: [],
    downloads: [],
    frames: [],
    reports: [],
    drafts: new Map(),
  };
  const guards = new Set<() => boolean>();
  const listeners = new Set<{ method: string; listener: (frame: Readonly<Record<string, unknown>>) => void }>();
  const toast = (kind: WebRecord['toasts'][number]['kind']) => (text: string, durationMs?: number) => {
    record.toasts.push({ kind, text, ...(durationMs !== undefined && { durationMs }) });
  };
  const context = {
    pluginId: 'test',
    toast: { success: toast('success'), info: toast('info'), warning: toast('warning'), error: toast('error') },
    drafts: {
      save: (key, value) => void record.drafts.set(key, structuredClone(value)),
      load: <T>(key: string) => structuredClone(record.drafts.get(key)) as T | undefined,
      clear: (key) => void record.drafts.delete(key),
      keys: (prefix) => [...record.drafts.keys()].filter((key) => key.startsWith(prefix)),
    },
    files: {
      async upload(file, { type = 'annex' } = {}) {
        const fileId = `20260302_${String(record.uploads.length).padStart(32, '0')}.${file.name.split('.').at(-1)}`;
        const shown = type === 'annexpic' || type === 'recordpic' || (type === 'IM' && file.type.startsWith('image/'));
        const url = shown ? `/api/file/Image/${type}/${fileId}` : `/api/file/Download/${type}/${fileId}`;
        const stored = { name: file.name, fileId, fileVersionId: fileId, url, fileSize: file.size };
        record.uploads.push(stored);
        return stored;
      },
      download: async (file) => void record.downloads.push(file),
    },
    settings: {},
    language: 'zh',
    now: () => Date.now(),
    t: (key, params) => textIn(texts, overrides.language ?? 'zh', key, params),
    can: (permission) => grants === undefined || grants.includes(permission),
    confirm: async (question) => {
      record.questions.push(question);
      return typeof confirms === 'function' ? confirms(question.content) : confirms;
    },
    navigate: (path) => void record.places.push(path),
    pageAddress: (menu, query = {}) => {
      const search = new URLSearchParams(query).toString();
      return grants !== undefined && !grants.includes(menu) ? undefined : `/${menu.replaceAll('.', '/')}${search && `?${search}`}`;
    },
    guardUnsaved: (isDirty) => {
      guards.add(isDirty);
      return () => void guards.delete(isDirty);
    },
    onSocket: (method, listener) => {
      const entry = { method, listener };
      listeners.add(entry);
      return () => void listeners.delete(entry);
    },
    sendSocket: (frame) => record.frames.push(frame) > 0,
    print: (document) => void record.prints.push(document),
    previewDocument: (document) => void record.previews.push(document),
    worksOffline: () => undefined,
    passwordHash: (password) => `hash of ${password}`,
    report: (error, where) => void record.reports.push({ error, where }),
    ...overrides,
    http,
    user: { ...USER, ...user },
    record,
    isGuarded: () => [...guards].some((isDirty) => isDirty()),
    receive: (frame) => {
      for (const { method, listener } of [...listeners]) if (method === frame.method) listener(frame);
    },
    live: () => [...[...guards].map(() => 'guardUnsaved'), ...[...listeners].map(({ method }) => `onSocket ${method}`)],
  } satisfies FakeWebContext;
  return context;
}

/** A menu entry of type 2, for pages in tests. */
export const createFakeMenu = (overrides: Partial<MenuNode> = {}): MenuNode =>
  ({
    id: 'm1',
    parentId: '-1',
    type: 2,
    enCode: 'test.page',
    fullName: 'Test page',
    urlAddress: 'test/page',
    icon: '',
    linkTarget: '_self',
    propertyJson: '',
    hasChildren: false,
    children: null,
    ...overrides,
  }) satisfies MenuNode;
