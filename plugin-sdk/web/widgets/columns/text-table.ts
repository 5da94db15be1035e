import type { Language } from '@nephra/plugin-sdk/contract';

export type TextTable = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** A text with what the caller fills into its `{{name}}`. */
export const textIn = (texts: Readonly<Record<Language, string>>, language: Language, params: Readonly<Record<string, string | number>> = {}): string =>
  texts[language].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
