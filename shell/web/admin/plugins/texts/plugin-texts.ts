import type { Language } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';
import en from './en.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };
import zhtw from './zhtw.json' with { type: 'json' };

type Tree = { readonly [key: string]: string | Tree };

const PREFIX = 'pluginAdmin.';
/** Texts that this page alone says: they come with it and not with the first page of everybody. */
const TEXTS: Readonly<Record<Language, Tree>> = { zh, zhtw, en };

export type PluginText = (key: string, params?: Readonly<Record<string, string | number>>) => string;

/** @returns the text with its blanks filled; undefined when it is none of this page's own */
export function ownText(language: Language, key: string, params: Readonly<Record<string, string | number>> = {}): string | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  let at: string | Tree | undefined = TEXTS[language];
  for (const part of key.slice(PREFIX.length).split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at.replace(/\{\{(\w+)\}\}/g, (blank, name: string) => String(params[name] ?? blank)) : undefined;
}

/** What failed, in words; what is none of the closed list is shown as it came. Of what ended a process of its own the kind says that as well. */
export function wordedFault(language: Language, kind: string): string {
  return ownText(language, `${PREFIX}fault.${kind.replace(/^apart-/, '')}`) ?? kind;
}

/** `t` of the shell and of this page. */
export function usePluginText(): PluginText {
  const { t, language } = usePlugin();
  return (key, params) => ownText(language, key, params) ?? t(key, params);
}
