/**
 * First script of the page: sets SystemJS up, then starts the one entry that this visitor needs. Small on purpose;
 * everything else is a module.
 */
import 'systemjs/dist/system.js';
import { entryFor } from '../router/guard.ts';
import { openStorage } from '../storage/browser-storage.ts';
import { type FileTable, installHooks } from './loader-hooks.ts';

interface ImportMap {
  readonly integrity: Readonly<Record<string, string>>;
  readonly nephra: FileTable;
}

/** Shown when not even the first files arrive; no translation files can be had at that point. */
const FAILED = {
  zh: { text: '系统文件未能加载，请检查网络后重试。', retry: '重试' },
  zhtw: { text: '系統檔案未能載入，請檢查網路後重試。', retry: '重試' },
  en: { text: 'The system files could not be loaded. Check the network and try again.', retry: 'Try again' },
} as const;

function showFailure(language: keyof typeof FAILED, error: unknown): void {
  const { text, retry } = FAILED[language];
  const card = document.createElement('div');
  card.setAttribute('role', 'alert');
  card.style.cssText = 'margin:20vh auto 0;max-width:420px;padding:24px;text-align:center;font:16px/1.6 system-ui,sans-serif';
  const message = document.createElement('p');
  message.textContent = text;
  const button = document.createElement('button');
  button.textContent = retry;
  button.style.cssText = 'padding:8px 24px;font:inherit;cursor:pointer';
  button.addEventListener('click', () => location.reload());
  const detail = document.createElement('p');
  detail.style.cssText = 'font-size:12px;opacity:.65;word-break:break-all';
  detail.textContent = error instanceof Error ? error.message : String(error);
  card.append(message, button, detail);
  document.getElementById('app')?.replaceChildren(card);
}

async function start(): Promise<void> {
  const storage = openStorage();
  const map = JSON.parse(document.querySelector('script[type=systemjs-importmap]')?.textContent ?? '{}') as ImportMap;
  installHooks(System, map.nephra, map.integrity, document);
  const token = storage.getText('token');
  const entry = entryFor({ hasToken: token !== undefined && token !== '', path: location.pathname, search: location.search });
  try {
    const module = await System.import<{ start(): unknown }>(entry);
    await module.start();
  } catch (error) {
    console.error(error);
    const language = storage.getText('language');
    showFailure(language === 'zhtw' || language === 'en' ? language : 'zh', error);
  }
}

void start();
