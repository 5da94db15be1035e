import type { WebContext } from '@nephra/plugin-sdk/web';
import type { ImportColumn } from '@nephra/plugin-sdk/widgets';
import type { PreviewRow } from '../../contract/index.ts';
import type { ImportKey } from '../../domain/user-import/import-columns.ts';

/** What is shown of a row; the rest stands in the workbook. */
const SHOWN: readonly (readonly [key: ImportKey, width: number])[] = [
  ['account', 130],
  ['realName', 100],
  ['organizeId', 240],
  ['roleId', 140],
  ['positionId', 130],
  ['managerId', 130],
  ['mobilePhone', 124],
  ['email', 180],
  ['gender', 70],
  ['enCode', 100],
  ['enabledMark', 80],
  ['birthday', 110],
  ['entryDate', 110],
  ['certificatesType', 110],
  ['certificatesNumber', 180],
  ['education', 90],
];

export const importCells = (t: WebContext['t']): readonly ImportColumn<PreviewRow>[] =>
  SHOWN.map(([key, width]) => ({ key, width, label: t(`user.field.${key === 'enabledMark' ? 'state' : key}`) }));
