import type { Account, FeeLine, Settlement } from './model.ts';
import type { Store } from './state/store.ts';

/** What the platform has booked; amounts in fen. For tests and for people who look. */
export interface Ledger {
  readonly settlements: readonly Settlement[];
  readonly visits: readonly {
    readonly mdtrtId: string;
    readonly facility: string;
    readonly psnNo: string;
    readonly iptOtpNo: string;
    readonly state: string;
    readonly medType: string;
    readonly lines: readonly Pick<FeeLine, 'sn' | 'batch' | 'code' | 'ownCode' | 'sumFen' | 'setlId'>[];
  }[];
  readonly accounts: Readonly<Record<string, Account>>;
  /** Message that 2601 named → message of the 2601. */
  readonly reversed: Readonly<Record<string, string>>;
  readonly counts: { readonly messages: number; readonly signIns: number; readonly mappings: number; readonly stockRows: number; readonly reports: number };
}

export const readLedger = (store: Store): Ledger => ({
  settlements: store.rows('settlement'),
  visits: store.rows('visit').map(({ mdtrtId, facility, psnNo, iptOtpNo, state, medType, lines }) => ({
    mdtrtId,
    facility,
    psnNo,
    iptOtpNo,
    state,
    medType,
    lines: lines.map(({ sn, batch, code, ownCode, sumFen, setlId }) => ({ sn, batch, code, ownCode, sumFen, setlId })),
  })),
  accounts: Object.fromEntries(store.entries('account')),
  reversed: Object.fromEntries(store.entries('reversed')),
  counts: {
    messages: store.rows('message').length,
    signIns: store.rows('signIn').length,
    mappings: store.rows('mapping').length,
    stockRows: store.rows('stock').length,
    reports: store.rows('report').length,
  },
});
