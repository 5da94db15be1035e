import en from './en.json';
import type { TextSource } from './texts.ts';
import { textsOf } from './texts.ts';
import zh from './zh.json';
import zhtw from './zhtw.json';

/** Texts of the server itself. */
export const coreTexts: TextSource = textsOf({ zh, zhtw, en });
