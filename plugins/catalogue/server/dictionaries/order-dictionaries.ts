import { type DeclaredDictionary, dictionary } from '@nephra/plugin-sdk/server';
import { FREQUENCIES, USAGES } from '../../contract/lines/frequencies.ts';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import type { CatalogueDb } from '../tables.ts';

const entries = (group: 'usage' | 'freq', codes: readonly string[]): DeclaredDictionary['entries'] =>
  codes.map((code) => {
    const word = (words: Readonly<Record<string, string>>): string => words[code] ?? code;
    return { code, label: { zh: word(zh[group]), zhtw: word(zhtw[group]), en: word(en[group]) } };
  });

/**
 * Routes and frequencies of drugs. A site calls them otherwise, puts them into its own order and hides those that it does not use; their codes, and how often
 * a frequency is in a day, are of the rules.
 */
export const ORDER_DICTIONARIES: readonly DeclaredDictionary[] = [
  {
    code: 'drugUsage',
    title: { zh: '用法', zhtw: '用法', en: 'Route' },
    entries: entries('usage', USAGES),
    may: { relabel: true, reorder: true, hide: true },
  },
  {
    code: 'drugInterval',
    title: { zh: '频次', zhtw: '頻次', en: 'Frequency' },
    entries: entries(
      'freq',
      FREQUENCIES.map(({ code }) => code),
    ),
    may: { relabel: true, reorder: true, hide: true },
  },
];

export const orderDictionaries = ORDER_DICTIONARIES.map((declared) => dictionary<CatalogueDb>(declared));
