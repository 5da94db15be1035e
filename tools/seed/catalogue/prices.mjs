import { createRandom } from '../random.mjs';

/**
 * How prices came to be what they are today, and what is planned: days are counted from the first start of the demo.
 * Each list ends with the entry's price of today; a few entries have a price ahead, one of them taken back.
 */
const REASONS = ['采购价调整', '集中采购中选价落地', '医保支付标准调整', '换用新包装'];
const ROUND = '年度集中采购调价';
/** Two days on which many prices changed at once. */
const ROUND_DAYS = [-402, -96];
const FIRST_DAY = -730;

const round2 = (yuan) => Math.round(yuan * 100) / 100;

function historyOf(random, entry) {
  const days = new Set();
  for (const day of ROUND_DAYS) if (random.chance(entry.kind === 'drug' ? 0.4 : 0.2)) days.add(day);
  for (let extra = random.below(3); extra > 0; extra -= 1) days.add(-random.between(10, 700));
  const changes = [...days].sort((a, b) => b - a);
  let price = entry.price;
  const rows = [];
  for (const dayOffset of changes) {
    const isRound = ROUND_DAYS.includes(dayOffset);
    rows.push({
      drugId: entry.drugId,
      dayOffset,
      price,
      reason: isRound ? ROUND : random.pick(REASONS),
      batch: isRound ? `round${dayOffset}` : '',
      withdrawn: '',
    });
    // Joint purchasing made things cheaper, the market now and then dearer.
    const before = round2(price * (isRound ? 1 + random.between(4, 22) / 100 : 1 + random.between(-8, 12) / 100));
    price = before === price || before <= 0 ? round2(price + 0.5) : before;
  }
  rows.push({ drugId: entry.drugId, dayOffset: FIRST_DAY, price, reason: '', batch: '', withdrawn: '' });
  return rows.reverse();
}

/** Prices of all entries, oldest first per entry. A stream of its own: the rest of the data set does not move with it. */
export function buildPrices(entries) {
  const random = createRandom(4_202_611);
  const priced = entries.filter((entry) => entry.price > 0);
  const rows = priced.flatMap((entry) => (random.chance(0.7) ? historyOf(random, entry) : [first(entry)]));
  for (const entry of entries.filter((entry) => entry.price <= 0)) rows.push(first(entry));
  const ahead = random.shuffle(priced.filter((entry) => entry.kind !== 'item')).slice(0, 8);
  for (const [at, entry] of ahead.entries()) {
    const dayOffset = 3 + at * 4;
    rows.push({
      drugId: entry.drugId,
      dayOffset,
      price: round2(entry.price * (at % 2 ? 1.06 : 0.9)) || 0.01,
      reason: REASONS[at % REASONS.length],
      batch: '',
      withdrawn: at === 2 ? '金额录入有误' : '',
    });
  }
  return rows;
}

const first = (entry) => ({ drugId: entry.drugId, dayOffset: FIRST_DAY, price: entry.price, reason: '', batch: '', withdrawn: '' });
