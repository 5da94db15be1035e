import { drugs, materials } from './catalogue/entries.mjs';
import { FACILITIES, organizations } from './staff.mjs';

const userOf = ({ users }, orgId, role) => {
  const user = users.find((candidate) => candidate.orgId === orgId && candidate.roles.includes(role));
  return { orgId, userId: user.id, userName: user.realName };
};

/** Names, receipt series and cashiers per facility. */
export function buildCharging(core) {
  return {
    facilities: FACILITIES.map((orgId) => {
      const { fullName, fixmedinsCode } = organizations.find((facility) => facility.id === orgId);
      return { orgId, facilityName: fullName, fixmedinsName: fullName, fixmedinsCode };
    }),
    receiptSeries: FACILITIES.map((orgId) => ({
      orgId,
      prefix: `SF${orgId.slice(4).toUpperCase()}`,
      refundPrefix: `TF${orgId.slice(4).toUpperCase()}`,
      digits: 5,
    })),
    cashiers: FACILITIES.map((orgId) => userOf(core, orgId, 'cashier')),
    chargedUntil: -1,
  };
}

/** Two to three lots of everything kept in stock: one good, one near or soon to expire, some expired, a few frozen. */
export function buildPharmacy(random, core) {
  const lots = [];
  for (const orgId of FACILITIES) {
    [...drugs, ...materials].forEach((entry, at) => {
      const shelf = entry.coldChain ? `COLD-${(at % 4) + 1}` : `${'ABCDEFG'[at % 7]}-${String((at % 12) + 1).padStart(2, '0')}-${(at % 5) + 1}`;
      const add = (order, expiresInDays, boxes, frozen = false) => {
        lots.push({
          orgId,
          drugId: entry.drugId,
          kind: entry.kind,
          drugName: entry.drugName,
          drugSpec: entry.drugSpec,
          drugChangjia: entry.drugChangjia,
          preparaUnit: entry.preparaUnit,
          stockUnit: entry.stockUnit,
          stockDmin: entry.stockDmin,
          lotNo: `SIM${String(at + 1).padStart(3, '0')}${orgId.slice(4).toUpperCase()}${order}`,
          expiresInDays,
          cost: Number((entry.price * 0.82).toFixed(4)),
          quantity: Math.max(1, Math.round(boxes)) * entry.stockDmin,
          location: shelf,
          frozen,
        });
      };
      const dialysisGoods = entry.kind === 'material' || /肝素|氯化钠/.test(entry.drugName);
      const scale = dialysisGoods ? 400 : entry.stockDmin === 1 ? 120 : 160;
      add(1, random.between(240, 900), random.between(scale / 2, scale));
      add(2, at % 3 === 0 ? random.between(5, 30) : random.between(31, 180), random.between(scale / 8, scale / 3));
      add(3, at % 4 === 0 ? -random.between(3, 120) : random.between(200, 1000), random.between(2, scale / 6), at % 37 === 5);
    });
  }
  return { lots, pharmacists: FACILITIES.map((orgId) => userOf(core, orgId, 'pharmacist')), dispensedUntil: -2 };
}
