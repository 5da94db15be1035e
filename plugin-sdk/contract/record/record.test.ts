import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Route, RouteMap } from '../route.ts';
import { canonicalJson } from '../canonical-json.ts';
import { checkRelations } from './check/check-relations.ts';
import { checkRecord, findingText } from './check/check-record.ts';
import { compileRecord } from './compile-record.ts';
import { defineRecord } from './define-record.ts';
import { type Field, field, STANDARD_FIELDS, shown } from './field.ts';
import { FIELD_KINDS, fieldKind } from './field-kind.ts';
import { recordContract } from './routes/record-contract.ts';
import type { FieldDocument, RecordDocument } from './record-document.ts';
import { recordMenu } from './record-menu.ts';
import type { RecordBody, RecordRow } from './record-types.ts';

const ward = defineRecord('beds.ward', {
  title: ['病区', '病區', 'Ward'],
  wire: { at: '/api/beds/Ward' },
  fields: {
    fullName: field.text(20).required().label('名称', '名稱', 'Name'),
    kind: field.choice(10, ['a', '甲', '甲', 'A'], ['b', '乙', '乙', 'B']).label('类型', '類型', 'Kind'),
    price: field.money().label('价格', '價格', 'Price'),
    ...STANDARD_FIELDS,
  },
  shown: { beds: shown.int('床位', '床位', 'Beds') },
  list: { columns: ['fullName', 'kind', 'price', 'beds', 'enabledMark', '-sortCode'], sort: ['fullName', 'sortCode'], filter: ['enabledMark'] },
  acts: { create: {}, edit: {}, state: { audit: 'security' } },
  buttons: { btn_beds: ['床位', '床位', 'Beds'] },
});
interface WardRow extends RecordRow<typeof ward> {}
interface WardBody extends RecordBody<typeof ward> {}

const changed = (change: (document: Draft) => void): RecordDocument => {
  const copy = structuredClone(ward.document) as Draft;
  change(copy);
  return copy;
};
type Draft = { -readonly [K in keyof RecordDocument]: RecordDocument[K] } & { fields: Record<string, Record<string, unknown>> } & {
  list: Record<string, unknown>;
};

describe('a record', () => {
  it('may show what every row has, and limit what is paid', () => {
    const { columns, fields, document } = defineRecord('beds.ward', {
      title: ['病区', '病區', 'Ward'],
      wire: { at: '/api/beds/Ward' },
      fields: { price: field.money({ max: 10 }).label('价格', '價格', 'Price') },
      shown: {},
      list: { columns: ['price', 'id', '-version'] },
      acts: {},
    });
    expect(columns).toEqual([
      { name: 'price', hidden: false },
      { name: 'id', hidden: false },
      { name: 'version', hidden: true },
    ]);
    expect(fields[0]).toMatchObject({ kind: 'money', max: 10 });
    expect(document.fields.price).not.toHaveProperty('min');
    expect(document.shown).toEqual({});
  });

  it('is a document: what compiles from its JSON is the same record', () => {
    const again = compileRecord(JSON.parse(JSON.stringify(ward.document)) as RecordDocument);
    expect(again.document).toEqual(ward.document);
    expect(canonicalJson(again)).toBe(canonicalJson(ward));
    expect(JSON.parse(JSON.stringify(ward.document))).toEqual(ward.document);
  });

  it('has its fields in the order of the description, whatever the order of the members is', () => {
    const order = Object.keys(ward.document.fields);
    expect(ward.fields.map(({ name }) => name)).toEqual(order);
    fc.assert(
      fc.property(fc.shuffledSubarray(order, { minLength: order.length }), (names) => {
        const fields = Object.fromEntries(names.map((name) => [name, ward.document.fields[name]]));
        expect(compileRecord({ ...ward.document, fields } as RecordDocument).fields.map(({ name }) => name)).toEqual(order);
      }),
    );
  });

  it('brings the buttons of its acts and its own', () => {
    expect(ward.buttons.map(({ enCode }) => enCode)).toEqual(['btn_add', 'btn_edit', 'btn_state', 'btn_beds']);
    expect(ward.order).toEqual(['sortCode', 'asc']);
  });

  it('may stand behind another menu, and share codes of buttons: calls need them, the menu offers each once', () => {
    const acts = { create: {}, edit: {}, state: { button: 'btn_edit' }, export: { button: 'btn_beds' } };
    const record = compileRecord({ ...ward.document, menu: 'his.ward', acts });
    expect(record.buttons.map(({ enCode }) => enCode)).toEqual(['btn_add', 'btn_edit', 'btn_beds']);
    const { routes } = recordContract(record) as unknown as { readonly routes: Readonly<Record<string, Route>> };
    expect(Object.fromEntries(Object.entries(routes).map(([name, { need }]) => [name, need]))).toMatchObject({
      list: 'perm:his.ward',
      one: 'perm:his.ward',
      create: 'perm:his.ward:btn_add',
      state: 'perm:his.ward:btn_edit',
      exportExcel: 'perm:his.ward:btn_beds',
    });
    const menu = recordMenu(record, { parent: 'his', icon: 'list', sortCode: 1, roleHints: ['reader'], buttonHints: ['keeper'] });
    expect(menu).toMatchObject({ enCode: 'his.ward', roleHints: ['reader'], buttons: record.buttons.map((each) => ({ ...each, roleHints: ['keeper'] })) });
    expect(recordMenu(ward, { parent: 'his', icon: 'list', sortCode: 1, roleHints: ['reader'] }).buttons?.[0]).toMatchObject({ roleHints: ['reader'] });
  });

  it('a choice takes what stands besides its choices only where it has a length', () => {
    const complaintOf = (of: { readonly document: Partial<FieldDocument> }, value: string) =>
      fieldKind('choice')?.complaint?.(value, of.document, undefined) !== undefined;
    const closed = field.oneOf(['a', '甲', '甲', 'A'], ['b', '乙', '乙', 'B']);
    expect(['a', 'b', '', 'c', ' a'].map((value) => complaintOf(closed, value))).toEqual([false, false, false, true, true]);
    expect(['a', 'c'].map((value) => complaintOf(field.choice(9, ['a', '甲', '甲', 'A']), value))).toEqual([false, false]);
    expectTypeOf(closed).toEqualTypeOf<Field<'a' | 'b'>>();
  });

  it('a column that is none does not compile, and neither does one that is not written as it is', () => {
    const define = () =>
      defineRecord('beds.room', {
        title: ['房', '房', 'Room'],
        wire: { at: '/api/beds/Room' },
        fields: { fullName: field.text(5).label('名', '名', 'Name') },
        // @ts-expect-error fulName is no field
        list: { columns: ['fulName'] },
        acts: {},
      });
    expect(define).toThrow('REC-014 beds.room list.columns[0] "fulName": no such member. Near: fullName');
    expectTypeOf<WardRow['price']>().toEqualTypeOf<number>();
    expectTypeOf<WardRow['enabledMark']>().toEqualTypeOf<0 | 1>();
    expectTypeOf<WardRow['beds']>().toEqualTypeOf<number>();
    expectTypeOf<WardRow['fullName']>().not.toBeAny();
    expectTypeOf<WardBody['fullName']>().toEqualTypeOf<string | undefined>();
    // @ts-expect-error no such member
    expectTypeOf<WardRow['nothing']>().toBeNever();
  });

  it('a member that is a type alone has no value', () => {
    expect(() => field.text(5)['~wire']).toThrow(TypeError);
    expect(() => shown.id()['~wire']).toThrow(TypeError);
  });
});

const hanging = ({ fields, title: label }: Draft, over: object) => ({
  fields: { ...fields, above: { at: 'zz', kind: 'relation', target: 'beds.ward', label, ...over } },
  tree: { parent: 'above', maxDepth: 3 },
});
const importing = { create: {}, edit: {}, import: { key: 'fullName' } };

describe('what is wrong with a description is told by number, place and sentence', () => {
  it.each<[string, string, (document: Draft) => void]>([
    ['REC-001', 'fields.version', (d) => Object.assign(d.fields, { version: { ...d.fields.price, at: 'zz' } })],
    ['REC-001', 'fields.constructor', (d) => Object.assign(d.fields, { constructor: { ...d.fields.price, at: 'zz' } })],
    ['REC-001', 'shown.valueOf', (d) => (d.shown = { valueOf: { at: 'a1', kind: 'int' }, beds: { at: 'a2', kind: 'int', label: d.title } })],
    ['REC-003', 'shown.beds.kind', (d) => (d.shown = { beds: { at: 'a1', kind: 'gold', label: d.title } })],
    ['REC-001', 'shown.price', (d) => (d.shown = { price: { at: 'a1', kind: 'int' }, beds: { at: 'a2', kind: 'int', label: d.title } })],
    ['REC-002', 'fields.kind.at', (d) => Object.assign(d.fields.kind ?? {}, { at: d.fields.fullName?.at })],
    ['REC-003', 'fields.price.kind', (d) => Object.assign(d.fields.price ?? {}, { kind: 'gold' })],
    ['REC-003', 'fields.price.kind', (d) => Object.assign(d.fields.price ?? {}, { kind: 'constructor' })],
    ['REC-004', 'fields.price.choices', (d) => Object.assign(d.fields.price ?? {}, { choices: [] })],
    ['REC-005', 'fields.fullName', (d) => delete d.fields.fullName?.max],
    ['REC-006', 'fields.price.min', (d) => Object.assign(d.fields.price ?? {}, { min: 5, max: 4 })],
    [
      'REC-051',
      'fields.ward.initial',
      (d) => Object.assign(d.fields, { ward: { at: 'zz', kind: 'relation', target: 'beds.ward', initial: 'w1', label: d.title } }),
    ],
    ['REC-005', 'fields.ward', (d) => Object.assign(d.fields, { ward: { at: 'zz', kind: 'relation', label: d.title } })],
    ['REC-004', 'fields.price.onDisable', (d) => Object.assign(d.fields.price ?? {}, { onDisable: 'refuse' })],
    ['REC-001', 'fields.labels', (d) => Object.assign(d.fields, { labels: { ...d.fields.price, at: 'zz' } })],
    ['REC-056', 'fields.price.numbered', (d) => Object.assign(d.fields.price ?? {}, { numbered: { prefix: '', digits: 1 } })],
    ['REC-057', 'fields.fullName.initial', (d) => Object.assign(d.fields.fullName ?? {}, { initial: 'x', numbered: { prefix: '', digits: 1 } })],
    ['REC-057', 'fields.fullName.format', (d) => Object.assign(d.fields.fullName ?? {}, { format: 'email', numbered: { prefix: '', digits: 1 } })],
    ['REC-058', 'fields.fullName.numbered', (d) => Object.assign(d.fields.fullName ?? {}, { numbered: { prefix: 'WD', date: 'yyyyMMdd', digits: 11 } })],
    ['REC-066', 'fields.price.narrow', (d) => Object.assign(d.fields.price ?? {}, { narrow: true })],
    ['REC-014', 'acts.import.headings[0] "fulName"', (d) => (d.acts = { create: {}, edit: {}, import: { key: 'fullName', headings: { fulName: ['名'] } } })],
    ['REC-026', 'fields.price.label', (d) => (d.acts = { create: {}, edit: {}, import: { key: 'fullName', headings: { fullName: ['ｐ-ｒｉｃｅ'] } } })],
    ['REC-063', 'acts.edit.button "btn_ad"', (d) => (d.acts = { create: {}, edit: { button: 'btn_ad' } })],
    ['REC-063', 'acts.edit.button "btn_edit"', (d) => (d.acts = { edit: { button: 'btn_edit' } })],
    ['REC-060', 'tree.parent "price"', (d) => (d.tree = { parent: 'price', maxDepth: 3 })],
    ['REC-060', 'tree.parent "toString"', (d) => (d.tree = { parent: 'toString', maxDepth: 3 })],
    ['REC-060', 'tree.parent "above"', (d) => Object.assign(d, hanging(d, { target: 'beds.room' }))],
    ['REC-061', 'tree.parent "above"', (d) => Object.assign(d, hanging(d, { required: true }))],
    ['REC-062', 'tree.parent "above"', (d) => Object.assign(d, hanging(d, { onRemove: 'keep' }))],
    ['REC-091', 'wire.list', (d) => Object.assign(d.wire, { list: '/api/beds/Site/{id}/Ward' })],
    ['REC-092', 'list.whole', (d) => (d.list.whole = true)],
    ['REC-092', 'list.whole', (d) => Object.assign(d, { wire: { ...d.wire, list: '/{id}/Ward' }, list: { ...d.list, whole: true } })],
    ['REC-093', 'list.sort', (d) => Object.assign(d, { list: { ...d.list, sort: ['price'], whole: true } })],
    ['REC-093', 'acts.export', (d) => Object.assign(d, { list: { ...d.list, whole: true }, acts: { export: {} } })],
    ['REC-094', 'shown.beds.accepted', (d) => (d.shown = { beds: { at: 'a1', kind: 'int', label: d.title, accepted: true } })],
    ['REC-001', 'fields.treeLevel', (d) => Object.assign(d.fields, { treeLevel: { ...d.fields.price, at: 'zz' } })],
    ['REC-007', 'fields.kind.choices', (d) => Object.assign(d.fields.kind ?? {}, { choices: [1, 2].map(() => ({ value: 'a', label: d.title })) })],
    ['REC-008', 'fields.kind.initial', (d) => Object.assign(d.fields.kind ?? {}, { initial: 'c' })],
    ['REC-014', 'list.sort[0] "prise"', (d) => (d.list.sort = ['prise'])],
    ['REC-014', 'list.sort[0] "description"', (d) => (d.list.sort = ['description'])],
    ['REC-014', 'list.filter[0] "fullName"', (d) => (d.list.filter = ['fullName'])],
    ['REC-014', 'list.left.narrows[0] "price"', (d) => Object.assign(d.list, { filter: ['price'], left: { tree: 'prices', narrows: 'price' } })],
    [
      'REC-125',
      'list.filter "tags"',
      (d) =>
        Object.assign(d, {
          fields: { ...d.fields, tags: { at: 'zz', kind: 'choices', max: 9, choices: [{ value: 'a,b', label: d.title }], label: d.title } },
          list: { ...d.list, filter: ['tags'] },
        }),
    ],
    ['REC-014', 'list.order[0] "nothing"', (d) => (d.list.order = '-nothing')],
    ['REC-014', 'list.left.narrows[0] "kind"', (d) => (d.list.left = { tree: 'kinds', narrows: 'kind' })],
    ['REC-015', 'list.columns[1] "kind"', (d) => (d.list.columns = ['kind', '-kind'])],
    ['REC-016', 'list.columns "beds"', (d) => (d.shown = { beds: { at: 'a1', kind: 'int' } })],
    ['REC-020', 'acts.state', (d) => Object.assign(d.fields.enabledMark ?? {}, { kind: 'money' })],
    ['REC-014', 'list.keyword[0] "price"', (d) => (d.list.keyword = ['price'])],
    ['REC-014', 'form.fields[0] "fulName"', (d) => (d.form = { fields: ['fulName'] })],
    ['REC-017', 'form.fields', (d) => (d.form = { fields: ['kind'] })],
    ['REC-021', 'fields.price', (d) => Object.assign(d.fields.price ?? {}, { kind: 'place' })],
    ['REC-027', 'acts.copy', (d) => (d.acts = { copy: {} })],
    ['REC-004', 'fields.price.format', (d) => Object.assign(d.fields.price ?? {}, { format: 'email' })],
    ['REC-022', 'acts.import.key "fulName"', (d) => (d.acts = { create: {}, edit: {}, import: { key: 'fulName' } })],
    ['REC-022', 'acts.import.key "toString"', (d) => (d.acts = { create: {}, edit: {}, import: { key: 'toString' } })],
    ['REC-023', 'acts.import.key "price"', (d) => (d.acts = { create: {}, edit: {}, import: { key: 'price' } })],
    ['REC-024', 'acts.import', (d) => (d.acts = { create: {}, import: { key: 'fullName' } })],
    ['REC-025', 'fields.errors', (d) => Object.assign(d, { acts: importing, fields: { ...d.fields, errors: { ...d.fields.price, at: 'zz' } } })],
    [
      'REC-026',
      'fields.price.label',
      (d) => Object.assign(d, { acts: importing, fields: { ...d.fields, price: { ...d.fields.price, label: { zh: '价 格', zhtw: '價格', en: ' name*' } } } }),
    ],
  ])('%s at %s', (number, where, change) => {
    const document = changed(change);
    expect(checkRecord(document).map((finding) => `${finding.number} ${finding.where}`)).toContain(`${number} ${where}`);
    expect(() => compileRecord(document)).toThrow(`${number} beds.ward ${where}: `);
  });

  it('nothing is wrong with the record itself; a field without a label is refused at once', () => {
    expect(checkRecord(ward.document)).toEqual([]);
    expect(findingText('a.b', { number: 'REC-001', where: 'fields.id', what: 'no' })).toBe('REC-001 a.b fields.id: no');
    const bare = {
      title: ['房', '房', 'Room'],
      wire: { at: '/api/beds/Room' },
      fields: { fullName: field.text(5) },
      list: { columns: ['fullName'] },
      acts: {},
    } as const;
    expect(() => defineRecord('beds.room', bare)).toThrow('REC-010 beds.room fields.fullName');
  });

  it('whatever a document says, the checker answers', () => {
    const text = fc.oneof(fc.constantFrom('fullName', 'price', '-beds', 'toString', '__proto__', ''), fc.string({ maxLength: 8 }));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(FIELD_KINDS), 'constructor'), text, fc.array(text), fc.double({ noNaN: true }), (kind, name, columns, max) => {
        const document = changed((d) => {
          d.fields = { ...d.fields, [name]: { at: 'q', kind, label: d.title, max } };
          d.list = { columns, sort: columns, filter: columns, order: name };
        });
        for (const finding of checkRecord(document)) expect(finding.number).toMatch(/^REC-\d{3}$/);
      }),
    );
  });
});

describe('relations of several records', () => {
  const naming = (name: string, target: string) =>
    defineRecord(name, {
      title: ['房', '房', 'Room'],
      wire: { at: '/api/beds/Room' },
      fields: { fullName: field.text(5).label('名', '名', 'Name'), wardId: field.relation(target).label('病区', '病區', 'Ward') },
      list: { columns: ['fullName', 'wardId'], filter: ['wardId'] },
      acts: {},
    });
  const price = field.money().label('价格', '價格', 'Price');
  const nameless = defineRecord('beds.fee', {
    title: ['费', '費', 'Fee'],
    wire: { at: '/api/beds/Fee' },
    fields: { price },
    list: { columns: ['price'] },
    acts: {},
  });
  const told = (records: Parameters<typeof checkRelations>[0], dependencies?: readonly string[]) =>
    checkRelations(records, dependencies && (() => dependencies)).map((finding) => findingText(finding.record, finding));

  it('name records that are there, have a name, and are of plugins that may be asked', () => {
    expect(told([ward, naming('beds.room', 'beds.ward')])).toEqual([]);
    expect(told([ward, naming('beds.room', 'beds.wrd')])).toEqual(['REC-053 beds.room fields.wardId.target: no record "beds.wrd". Near: beds.ward']);
    expect(told([nameless, naming('beds.room', 'beds.fee')])).toEqual([
      'REC-055 beds.room fields.wardId.target: rows of "beds.fee" have no line of text that they could be called by',
    ]);
    const abroad = [ward, naming('stay.room', 'beds.ward')];
    expect(told(abroad)).toEqual([]);
    expect(told(abroad, ['beds'])).toEqual([]);
    expect(told(abroad, [])).toEqual(['REC-054 stay.room fields.wardId.target: the plugin "stay" does not depend on "beds": name it in dependsOn']);
    expect(told([naming('stay.room', 'beds.ward')], ['beds'])[0]).toMatch(/^REC-053 /);
  });

  it('bring the call of their pickers and the names in rows; a record without relations has neither', () => {
    const { routes } = recordContract(naming('beds.room', 'beds.ward')) as { readonly routes: RouteMap };
    expect(routes.related).toMatchObject({ path: '/api/beds/Room/Actions/Related', need: 'perm:beds.room' });
    expect(routes.one?.reply).toMatchObject({ properties: { labels: { properties: { wardId: {} } } } });
    expect(Object.keys(recordContract(ward).routes)).not.toContain('related');
    expect(recordContract(ward).routes.one.reply).not.toHaveProperty('properties.labels');
  });
});

describe('the contract of a record', () => {
  it('R3 a list that comes whole stands where the description says, of the node in its address; other routes stay', () => {
    const bed = defineRecord('beds.bed', {
      title: ['床位', '床位', 'Bed'],
      wire: { at: '/api/beds/Bed', list: '/api/beds/Site/{id}/Bed' },
      fields: {
        fullName: field.text(50).required().label('名称', '名稱', 'Name'),
        parentId: field.place().required().label('上级', '上級', 'Under'),
        keeperId: field.staff('user').label('负责人', '負責人', 'Keeper'),
      },
      shown: { siteId: shown.id().accepted() },
      list: { columns: ['fullName'], filter: ['parentId'], left: { tree: 'sites', narrows: 'parentId' }, whole: true },
      tree: { parent: 'parentId', maxDepth: 4 },
      acts: { create: {}, edit: {} },
    });
    const { list, one, create, edit } = recordContract(bed).routes;
    expect([list, one, create].map(({ path }) => path)).toEqual(['/api/beds/Site/{id}/Bed', '/api/beds/Bed/{id}', '/api/beds/Bed']);
    expect(Object.keys((list.query as unknown as { properties: object }).properties)).toEqual(['keyword']);
    expect(Object.keys((list.reply as unknown as { properties: object }).properties)).toEqual(['list']);
    // What older clients send back with a row is taken, and null where nothing is meant.
    const given = { fullName: 'SIM', parentId: 'p1', keeperId: null, siteId: 's1' };
    for (const route of [create, edit]) expect(Value.Check(route.body as never, given)).toBe(true);
    expect(Value.Check(create.body as never, { ...given, siteId: 's'.repeat(65) })).toBe(false);
  });

  const { name, routes } = recordContract(ward);

  it('has a route for the list, for one, and for each act that there is', () => {
    expect(name).toBe('beds-ward');
    expect(Object.entries(routes).map(([key, { method, path, need, audit }]) => [key, method, path, need, audit])).toEqual([
      ['list', 'GET', '/api/beds/Ward', 'perm:beds.ward', 'none'],
      ['one', 'GET', '/api/beds/Ward/{id}', 'perm:beds.ward', 'none'],
      ['create', 'POST', '/api/beds/Ward', 'perm:beds.ward:btn_add', 'write'],
      ['edit', 'PUT', '/api/beds/Ward/{id}', 'perm:beds.ward:btn_edit', 'write'],
      ['state', 'PUT', '/api/beds/Ward/{id}/Actions/State', 'perm:beds.ward:btn_state', 'security'],
    ]);
    // @ts-expect-error the record has no such act
    expect(routes.remove).toBeUndefined();
  });

  it('asks for what is required of a new one, and for nothing of a change', () => {
    expect(routes.create.body).toMatchObject({ required: ['fullName'] });
    expect(routes.edit.body).not.toHaveProperty('required');
    expect(routes.create.body).not.toHaveProperty('properties.beds');
    expect(routes.list.reply).toMatchObject({ properties: { list: { items: { properties: { beds: { type: 'integer' }, price: { type: 'number' } } } } } });
  });

  it('has routes and buttons of export and import where the acts are there, audited as what they do', () => {
    const { document } = ward;
    const both = compileRecord({ ...document, acts: { ...document.acts, create: { audit: 'security' }, export: {}, import: { key: 'fullName' } } });
    expect(both.buttons.map(({ enCode }) => enCode)).toEqual(['btn_add', 'btn_edit', 'btn_state', 'btn_upload', 'btn_download', 'btn_beds']);
    const added = Object.entries(recordContract(both).routes as RouteMap).filter(([key]) => !(key in routes));
    expect(added.map(([key, { method, path, need, audit }]) => [key, method, path, need, audit])).toEqual([
      ['exportExcel', 'GET', '/api/beds/Ward/Actions/ExportExcel', 'perm:beds.ward:btn_download', 'export'],
      ['template', 'GET', '/api/beds/Ward/Actions/TemplateDownload', 'perm:beds.ward:btn_upload', 'none'],
      ['upload', 'POST', '/api/beds/Ward/Actions/Uploader', 'perm:beds.ward:btn_upload', 'write'],
      ['preview', 'GET', '/api/beds/Ward/Actions/ImportPreview', 'perm:beds.ward:btn_upload', 'read'],
      ['importData', 'POST', '/api/beds/Ward/Actions/ImportData', 'perm:beds.ward:btn_upload', 'security'],
      ['exportErrors', 'POST', '/api/beds/Ward/Actions/ExportExceptionData', 'perm:beds.ward:btn_upload', 'export'],
    ]);
    // @ts-expect-error the record has no such act
    expect(routes.importData).toBeUndefined();
  });

  it('a key of an import that is no field does not compile', () => {
    const define = () =>
      defineRecord('beds.room', {
        title: ['房', '房', 'Room'],
        wire: { at: '/api/beds/Room' },
        fields: { fullName: field.text(5).required().label('名', '名', 'Name') },
        list: { columns: ['fullName'] },
        // @ts-expect-error fulName is no field
        acts: { create: {}, edit: {}, import: { key: 'fulName' } },
      });
    expect(define).toThrow('REC-022 beds.room acts.import.key "fulName": no such field. Near: fullName');
  });

  it('refuses a route beside it that takes the name of its own', () => {
    expect(() => recordContract(ward, { list: routes.list })).toThrow('REC-030 beds.ward routes.list');
  });
});
