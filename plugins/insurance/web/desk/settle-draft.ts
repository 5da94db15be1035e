import type { Drafts } from '@nephra/plugin-sdk/web';
import type { PreSettleBody } from '../../contract/index.ts';

export type CertType = '01' | '02' | '03';

/** What the cashier typed for one settlement. */
export interface SettleDraft {
  readonly certType: CertType;
  readonly certNo: string;
  readonly cardSn: string;
  readonly insutype: string;
  readonly diseaseCode: string;
  readonly useAccount: boolean;
}

const BLANK: SettleDraft = { certType: '02', certNo: '', cardSn: '', insutype: '', diseaseCode: '', useAccount: true };

/** Keeps what was typed, by the prescriptions in hand. The token of an electronic voucher is never kept: it is worth money for a while. */
export class SettleDrafts {
  private readonly drafts: Drafts;
  private readonly key: string;

  constructor(drafts: Drafts, dpIds: readonly string[]) {
    this.drafts = drafts;
    this.key = `settle:${[...dpIds].sort().join(',')}`;
  }

  load(): SettleDraft {
    return { ...BLANK, ...this.drafts.load<Partial<SettleDraft>>(this.key) };
  }

  save(draft: SettleDraft): void {
    this.drafts.save(this.key, draft.certType === '01' ? { ...draft, certNo: '' } : draft);
  }

  clear(): void {
    this.drafts.clear(this.key);
  }
}

export const certificateOf = (draft: SettleDraft): PreSettleBody['certificate'] => ({
  mdtrt_cert_type: draft.certType,
  mdtrt_cert_no: draft.certNo.trim(),
  ...(draft.certType === '03' && draft.cardSn.trim() ? { card_sn: draft.cardSn.trim() } : {}),
});
