import type { PluginForBrowser } from '../contract/index.ts';
import { sampleMenu } from './session/session-samples.ts';

/** A session with one plugin that draws one of two pages. */
export const name = { zh: '患者', zhtw: '病患', en: 'Patients' };
export const row: PluginForBrowser = {
  id: 'patient',
  version: '1.0.0',
  name,
  base: '/plugins/patient/1-a/',
  entry: 'entry.js',
  dependsOn: [],
  activates: true,
  pages: ['his.patient'],
  menuTypes: [],
  slots: [],
  locales: { zh: 'zh.json', zhtw: 'zhtw.json', en: 'en.json' },
  previousBase: '',
  previousEntry: '',
};
export const MENUS = [
  sampleMenu('his', 1, { fullName: '医院业务', children: [sampleMenu('his.patient', 2, { fullName: '患者管理' })] }),
  sampleMenu('his.lost', 2, { fullName: '别的' }),
];

/** What the server says no with. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly key: string,
  ) {
    super(key);
  }
}

export interface World {
  readonly sent: string[];
  readonly gone: string[];
  readonly sockets: { onmessage: ((event: { data: string }) => void) | null }[];
  readonly replies: Record<string, unknown>;
  /** Addresses at which what was asked for before the first page was dropped. */
  readonly dropped: string[];
  /** The server's clock, milliseconds; none of its answers tells one at 0. */
  timestamp?: number;
}
