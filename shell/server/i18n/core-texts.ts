import en from './en.json';
import type { TextSource } from './texts.ts';
import { textsOf } from './texts.ts';
import zh from './zh.json';
import zhtw from './zhtw.json';

/** Texts of the server itself, by language. */
export const coreTrees = { zh, zhtw, en };
export const coreTexts: TextSource = textsOf(coreTrees);
