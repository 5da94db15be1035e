import type { CatalogueEntry, LineSplit } from '../model.ts';
import { lineFen, shareOf } from '../money.ts';

export interface LineFacts {
  readonly sumFen: number;
  /** Millionths of a yuan. */
  readonly priceMicro: number;
  /** Ten-thousandths. */
  readonly count: number;
  /** hosp_appr_flag: 0 none needed, 1 approved, 2 refused. */
  readonly approval: string;
}

/** Why nothing of the line is paid for; undefined when something is. */
function whollyOwn(entry: CatalogueEntry | undefined, approval: string): string | undefined {
  if (!entry) return '目录外项目,全额自费';
  if (entry.grade === '丙') return '丙类项目,全额自费';
  if (approval === '2') return '医院审批未通过,全额自费';
  if (entry.limited && approval !== '1') return '限制使用范围,未经审批,全额自费';
  return undefined;
}

/**
 * Splits a line: sum = wholly own + above the cap + paid beforehand + inside the scope, to the fen (his-domain 4.1-4.3).
 * @param level hospital level 1-3, chooses the price cap
 */
export function splitLine(line: LineFacts, entry: CatalogueEntry | undefined, level: 1 | 2 | 3): LineSplit {
  const capMicro = entry?.caps?.[level - 1] ?? 0;
  const facts = {
    capMicro,
    grade: entry?.grade ?? '丙',
    limited: entry?.limited ?? false,
    chargeType: entry?.chargeType ?? '14',
  } as const;
  const reason = whollyOwn(entry, line.approval);
  if (!entry || reason !== undefined) {
    return { ...facts, fulamtFen: line.sumFen, overlmtFen: 0, preselfFen: 0, inscpFen: 0, sharePpm: 1_000_000, memo: reason ?? '' };
  }
  const above = capMicro > 0 && line.priceMicro > capMicro ? lineFen(line.priceMicro - capMicro, line.count) : 0;
  const overlmtFen = Math.min(above, line.sumFen);
  const preselfFen = shareOf(line.sumFen - overlmtFen, entry.sharePpm);
  return {
    ...facts,
    fulamtFen: 0,
    overlmtFen,
    preselfFen,
    inscpFen: line.sumFen - overlmtFen - preselfFen,
    sharePpm: entry.sharePpm,
    memo: overlmtFen > 0 ? '超出限价部分自付' : '',
  };
}
