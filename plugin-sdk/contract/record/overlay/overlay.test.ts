import { describe, expect, it } from 'vitest';
import { compileRecord } from '../compile-record.ts';
import { defineRecord } from '../define-record.ts';
import { field, STANDARD_FIELDS, shown } from '../field.ts';
import { compileOverlaid } from './compile-overlaid.ts';
import type { RecordOverlay } from './overlay-document.ts';

const ward = defineRecord('beds.ward', {
  title: ['病区', '病區', 'Ward'],
  wire: { at: '/api/beds/Ward' },
  fields: {
    fullName: field.text(20).required().label('名称', '名稱', 'Name'),
    enCode: field.code(10).required().label('编码', '代碼', 'Code'),
    kind: field.choice(10, ['a', '甲', '甲', 'A'], ['b', '乙', '乙', 'B']).label('类型', '類型', 'Kind'),
    level: field.oneOf(['1', '一', '一', 'One'], ['2', '二', '二', 'Two']).initial('1').label('级别', '級別', 'Level'),
    price: field.money({ max: 100 }).label('价格', '價格', 'Price'),
    count: field.int(1, 9).initial(1).label('数量', '數量', 'Count'),
    sum: field.money().value({ calc: 'price * count' }).label('金额', '金額', 'Sum'),
    phone: field.text(20).label('电话', '電話', 'Phone'),
    ...STANDARD_FIELDS,
  },
  shown: { beds: shown.int('床位', '床位', 'Beds') },
  list: {
    columns: ['fullName', 'kind', 'price', 'beds', 'enabledMark', '-sortCode'],
    sort: ['fullName', 'kind', 'sortCode'],
    keyword: ['fullName', 'phone'],
    filter: ['kind', 'enabledMark'],
    totals: ['price'],
  },
  form: { blocks: { hint: { text: ['先问类型', '先問類型', 'Ask for the kind'], before: 'kind' } } },
  acts: { create: {}, edit: {}, state: {}, import: { key: 'enCode' } },
});
const overlaid = (overlay: Omit<RecordOverlay, 'format'>, needs: readonly string[] = []) =>
  compileOverlaid(ward.document, { format: 1, ...overlay }, [], needs);
const refused = (overlay: Omit<RecordOverlay, 'format'>, needs: readonly string[] = []): readonly string[] => {
  try {
    overlaid(overlay, needs);
    return [];
  } catch (error) {
    return (error as TypeError).message.split('\n');
  }
};

describe('a record under an overlay', () => {
  it('that says nothing is the record', () => {
    expect(overlaid({}).document).toEqual(ward.document);
  });

  it('is a record like any other: its document compiles to the same', () => {
    const { document, ...record } = overlaid({ fields: { phone: { required: true }, kind: { hidden: true } } });
    const { document: _, ...again } = compileRecord(JSON.parse(JSON.stringify(document)));
    expect(again).toEqual(record);
  });

  it('calls fields and members otherwise, in the languages that it names, and reads workbooks from before', () => {
    const record = overlaid({
      fields: { phone: { label: { zh: '联系电话' } }, price: { label: { zh: '电话' } } },
      shown: { beds: { label: { en: 'Places' } } },
    });
    const label = (name: string) => record.fields.find((each) => each.name === name)?.label;
    expect(label('phone')).toEqual({ zh: '联系电话', zhtw: '電話', en: 'Phone' });
    expect(record.shown[0]?.label).toEqual({ zh: '床位', zhtw: '床位', en: 'Places' });
    // The old label of the telephone is that of the price now.
    expect(record.acts.import?.headings).toEqual({ price: ['价格'] });
  });

  it('asks for more, begins otherwise and takes less', () => {
    const record = overlaid({
      fields: {
        phone: { required: true, max: 11, initial: '0' },
        price: { max: 50, min: 1, initial: 5 },
        kind: { initial: 'c', choices: [{ value: 'c', label: { zh: '丙', zhtw: '丙', en: 'C' } }] },
      },
    });
    expect(record.fields.find(({ name }) => name === 'phone')).toMatchObject({ required: true, max: 11, initial: '0' });
    expect(record.fields.find(({ name }) => name === 'price')).toMatchObject({ max: 50, min: 1, initial: 5 });
    expect(record.fields.find(({ name }) => name === 'kind')?.choices?.map(({ value }) => value)).toEqual(['a', 'b', 'c']);
  });

  it('takes a field out of form, list, search and sums, and keeps it in rows', () => {
    const record = overlaid({ fields: { kind: { hidden: true }, phone: { hidden: true } } });
    expect(record.form).not.toContain('kind');
    expect(record.columns.map(({ name }) => name)).toEqual(['fullName', 'price', 'beds', 'enabledMark', 'sortCode']);
    expect([record.sort, record.filter, record.keyword, record.totals]).toEqual([['fullName', 'sortCode'], ['enabledMark'], ['fullName'], ['price']]);
    expect(record.fields.map(({ name }) => name)).toContain('kind');
    // What stood before it stands before what follows.
    expect(record.blocks[0]).toMatchObject({ name: 'hint', before: 'level' });
  });

  it('orders form, columns and rows; what it does not name follows, columns hidden at first', () => {
    const record = overlaid({ list: { columns: ['beds', '-kind', 'fullName'], order: '-fullName' }, form: { fields: ['kind', 'fullName'] } });
    expect(record.columns.map(({ name, hidden }) => (hidden ? `-${name}` : name))).toEqual([
      'beds',
      '-kind',
      'fullName',
      '-price',
      '-enabledMark',
      '-sortCode',
    ]);
    expect(record.form.slice(0, 3)).toEqual(['kind', 'fullName', 'enCode']);
    expect(record.order).toEqual(['fullName', 'desc']);
    expect(record.fields.map(({ name }) => name)).toEqual(ward.fields.map(({ name }) => name));
  });
});

describe('an overlay that is wrong', () => {
  it.each<[string, Omit<RecordOverlay, 'format'>]>([
    ['REC-111 beds.ward fields.fulName: no such field. Near: fullName', { fields: { fulName: { required: true } } }],
    ['REC-111 beds.ward shown.bed: no such member. Near: beds', { shown: { bed: { label: { zh: '位' } } } }],
    ["REC-112 beds.ward fields.phone.max: 21 is wider than the record's 20", { fields: { phone: { max: 21 } } }],
    ["REC-112 beds.ward fields.price.max: 100.01 is wider than the record's 100", { fields: { price: { max: 100.01 } } }],
    ["REC-112 beds.ward fields.price.min: -1 is wider than the record's 0", { fields: { price: { min: -1 } } }],
    ['REC-112 beds.ward fields.phone.max: it is counted: a whole number from 1', { fields: { phone: { max: 0.5 } } }],
    ['REC-112 beds.ward fields.kind.max: a field of kind choice has no limit that a site could narrow', { fields: { kind: { max: 2 } } }],
    ['REC-112 beds.ward fields.phone.min: a field of kind text has no limit that a site could narrow', { fields: { phone: { min: 2 } } }],
    ["REC-113 beds.ward fields.level.choices: the record's choices are all that there are: its code goes by them", { fields: { level: choice('3') } }],
    ['REC-113 beds.ward fields.phone.choices: a field of kind text has none', { fields: { phone: choice('3') } }],
    ['REC-113 beds.ward fields.kind.choices "a": the record has this choice already', { fields: { kind: choice('a') } }],
    ['REC-113 beds.ward fields.kind.choices "12345678901": longer than the 10 characters of the field', { fields: { kind: choice('12345678901') } }],
    ['REC-114 beds.ward fields.enCode.hidden: it must be given: say what a new row has (initial)', { fields: { enCode: { hidden: true } } }],
    ['REC-114 beds.ward fields.enCode.hidden: imported rows are found by it', { fields: { enCode: { hidden: true, initial: 'X' } } }],
    ['REC-114 beds.ward fields.fullName.hidden: rows are called by it', { fields: { fullName: { hidden: true, initial: 'X' } } }],
    ['REC-114 beds.ward fields.enabledMark.hidden: the act "state" turns it', { fields: { enabledMark: { hidden: true } } }],
    ['REC-114 beds.ward fields.price.hidden: sum depends on it', { fields: { price: { hidden: true } } }],
    [
      'REC-115 beds.ward list.columns "-kind": the overlay hides it: name it once',
      { fields: { kind: { hidden: true } }, list: { columns: ['-kind', 'fullName'] } },
    ],
    ['REC-116 beds.ward fields.count.initial: it is from 1 to 9', { fields: { count: { initial: 0 } } }],
    ['REC-116 beds.ward fields.count.initial: it is a whole number', { fields: { count: { initial: 1.5 } } }],
    ['REC-116 beds.ward fields.phone.initial: longer than 3 characters', { fields: { phone: { max: 3, initial: '1234' } } }],
    ['REC-116 beds.ward fields.kind.initial: none of the choices', { fields: { kind: { initial: 'z' } } }],
    ['REC-116 beds.ward fields.sum.initial: nobody gives its value', { fields: { sum: { initial: 1 } } }],
    ['REC-116 beds.ward fields.enabledMark.initial: a flag is 1 or 0', { fields: { enabledMark: { initial: 2 } } }],
    ['REC-117 beds.ward fields.sum.required: its value is calculated: nobody gives one', { fields: { sum: { required: true } } }],
    ['REC-117 beds.ward fields.price.required: a field of kind money always has a value: narrow its limits', { fields: { price: { required: true } } }],
    // What the record checker says of what comes out.
    ['REC-014 beds.ward list.columns[0] "fulName": no such member. Near: fullName', { list: { columns: ['fulName'] } }],
    ['REC-014 beds.ward form.fields[0] "fulName": no such member. Near: fullName', { form: { fields: ['fulName'] } }],
    ['REC-014 beds.ward list.order[0] "beds": no such member. Near: kind', { list: { order: 'beds' } }],
    ['REC-006 beds.ward fields.price.min: more than the most', { fields: { price: { min: 90, max: 10 } } }],
    ['REC-007 beds.ward fields.kind.choices: "c" stands there twice', { fields: { kind: { choices: [...choice('c').choices, ...choice('c').choices] } } }],
  ])('%s', (sentence, overlay) => {
    expect(refused(overlay)).toContain(sentence);
  });

  it('cannot hide what code of the record goes by', () => {
    expect(refused({ fields: { kind: { hidden: true } } })).toEqual([]);
    expect(refused({ fields: { kind: { hidden: true } } }, ['kind'])).toEqual([
      'REC-114 beds.ward fields.kind.hidden: code of the record goes by it ("needs")',
    ]);
  });
});

function choice(value: string) {
  return { choices: [{ value, label: { zh: '丙', zhtw: '丙', en: 'C' } }] };
}
