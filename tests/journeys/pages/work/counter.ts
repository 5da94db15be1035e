import { type Caller, dataAs } from '../caller.ts';

interface Paper {
  readonly version: number;
  readonly actionList: readonly string[];
  readonly findingList: readonly { readonly key: string; readonly level: string; readonly override: unknown }[];
}

/** Reviews, picks and hands out one prescription beside the page, with a reason for each finding that has none. */
export async function handOut(pharmacist: Caller, dpId: string): Promise<void> {
  for (;;) {
    const paper = await dataAs<Paper>(pharmacist, 'GET', `/api/his/pharmacy/${dpId}`);
    const action = ['dispense', 'pick', 'review'].find((one) => paper.actionList.includes(one));
    if (!action) return;
    const asked = paper.findingList.filter((finding) => finding.level === 'reason' && finding.override === null);
    const overrides = asked.map(({ key }) => ({ key, reason: 'SIM 已与医生核对' }));
    const checks = action === 'review' ? { checks: ['paper', 'drug', 'compatibility', 'fitness'] } : {};
    await dataAs(pharmacist, 'PUT', '/api/his/pharmacy/Actions/UpdateState', { dpId, action, version: paper.version, overrides, ...checks });
  }
}
