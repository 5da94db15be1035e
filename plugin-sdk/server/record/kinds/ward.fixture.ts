import type { RichText, UploadedFile } from '../../../contract/index.ts';
import { defineRecord, field, STANDARD_FIELDS, shown } from '../../../contract/record/index.ts';
import { column, kept } from '../../table/column.ts';
import { defineTable } from '../../table/define-table.ts';

/** A column of every kind that a field may stand in. */
export const columns = {
  id: column.id(),
  orgId: column.org(),
  fullName: column.text(50),
  enCode: column.code(20),
  kind: column.text(10),
  price: column.money(10),
  unit: column.unitPrice(10),
  amount: column.quantity(10),
  opened: column.day(),
  seen: column.instant(),
  closed: column.day().nullable(),
  asked: column.instant().nullable(),
  score: column.decimal(6, 2),
  month: column.text(7),
  tags: column.texts(10),
  keeper: column.id().nullable(),
  phone: column.text(20),
  story: column.json<RichText>().nullable(),
  papers: column.json<readonly UploadedFile[]>(),
  pictures: column.json<readonly UploadedFile[]>(),
  enabled: column.flag(),
  sortCode: column.int(0, 1_000_000),
  description: column.text(500),
  searchGrams: column.grams('fullName', 'enCode'),
  ...kept,
};
export const wardTable = defineTable('beds.ward', columns, { unique: { ward_code_idx: ['orgId', 'enCode'] } });
export const MIGRATION = `create table beds.ward (id text primary key, org_id text not null, full_name text not null, en_code text not null, kind text not null,
  price numeric(10, 2) not null, unit numeric(10, 4) not null, amount numeric(10, 4) not null, opened date not null, seen timestamptz not null, closed date, asked timestamptz,
  score numeric(6, 2) not null, month text not null, tags text[] not null, keeper text, phone text not null, story jsonb, papers jsonb not null, pictures jsonb not null, enabled boolean not null,
  sort_code integer not null, description text not null, search_grams text[] not null default '{}',
  created_at timestamptz not null, updated_at timestamptz not null, version integer not null, deleted_at timestamptz);
  create unique index ward_code_idx on beds.ward (org_id, en_code) where deleted_at is null;`;

/** A record with a field of nearly every kind. */
export const ward = defineRecord('beds.ward', {
  title: ['病区', '病區', 'Ward'],
  wire: { at: '/api/beds/Ward' },
  fields: {
    fullName: field.text(50).required().label('名称', '名稱', 'Name'),
    enCode: field.code(20).required().label('编码', '代碼', 'Code'),
    organizeId: field.place().required().label('机构', '機構', 'Organisation'),
    kind: field.choice(10, ['a', '甲', '甲', 'A'], ['b', '乙', '乙', 'B']).label('类型', '類型', 'Kind'),
    price: field.money().label('价格', '價格', 'Price'),
    unit: field.unitPrice().label('单价', '單價', 'Unit price'),
    amount: field.quantity().label('数量', '數量', 'Amount'),
    opened: field.day().initial('2026-01-31').label('开放日', '開放日', 'Opened'),
    seen: field.instant().initial(0).label('查看时间', '檢視時間', 'Seen'),
    closed: field.day().label('关闭日', '關閉日', 'Closed'),
    asked: field.instant().label('询问时间', '詢問時間', 'Asked'),
    score: field.decimal(2, 0, 100).label('评分', '評分', 'Score'),
    month: field.month().label('月份', '月份', 'Month'),
    tags: field.choices(10, ['x', '一', '一', 'One'], ['y', '二', '二', 'Two']).label('标签', '標籤', 'Tags'),
    keeper: field.staff('user').label('负责人', '負責人', 'Keeper'),
    phone: field.text(20, 'mobile').label('手机', '手機', 'Mobile'),
    story: field.richText(200).label('说明文', '說明文', 'Story'),
    papers: field.files(3, { limit: 2, accept: '.pdf,.docx' }).label('附件', '附件', 'Papers'),
    pictures: field.images(3).label('照片', '照片', 'Pictures'),
    ...STANDARD_FIELDS,
  },
  shown: { beds: shown.int('床位', '床位', 'Beds') },
  list: {
    columns: ['fullName', 'beds'],
    sort: ['fullName', 'price', 'opened', 'creatorTime'],
    filter: [
      'enabledMark',
      'kind',
      'organizeId',
      'papers',
      'price',
      'unit',
      'amount',
      'opened',
      'seen',
      'closed',
      'asked',
      'score',
      'month',
      'tags',
      'story',
      'sortCode',
    ],
  },
  acts: { create: {}, edit: {}, remove: {}, state: {}, export: {}, import: { key: 'enCode' } },
});

/** Queries of a list of three wards and which of them they find, in the order of their price. */
export const NARROWED: readonly (readonly [query: object, found: readonly string[]])[] = [
  // As numbers, not as texts; ends count; an open end is no end; what is empty lies in no range.
  [{ price: '20,3.5' }, ['内科', '外科']],
  [{ price: '3.51,' }, ['外科', '儿科']],
  [{ price: ',3.499' }, []],
  [{ sortCode: '-999999999999999,9.5' }, ['外科']],
  [{ opened: '2026-02-01,2026-02-28' }, ['外科']],
  [{ closed: ',2030-01-01', asked: '' }, ['外科']],
  [{ month: ',2026-01' }, ['内科']],
  [{ asked: '1772416800000,1772416800000' }, ['儿科']],
  [{ tags: 'x,y', price: '10,' }, ['外科']],
  // Pieces of other looks are one text; small or large, full or half width.
  [{ story: '~近 ｉｃｕ' }, ['外科']],
  [{ story: '~%' }, []],
  [{ story: '1' }, ['内科', '外科']],
  [{ story: '0' }, ['儿科']],
];
