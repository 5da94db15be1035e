import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareRows, inManagerOrder } from './compare-rows.ts';
import { headingOf, IMPORT_COLUMNS, IMPORT_KEYS, type ImportTexts } from './import-columns.ts';
import { columnsOf, isExample, missingColumns, textsOf } from './sheet-columns.ts';
import { dayFrom, type ImportNames, pathKey, readRow } from './read-row.ts';
import { problemsText, problemText } from './row-problem.ts';
import { codeOf, USER_WORDS } from './vocabulary.ts';

const LANGUAGES = ['zh', 'zhtw', 'en'] as const;
const names: ImportNames = {
  place: (path) =>
    path === 'group/centre/ward'
      ? { orgId: 'centre', departmentId: 'ward' }
      : path === 'group/centre'
        ? { orgId: 'centre', departmentId: null }
        : path === 'group'
          ? { orgId: 'group', departmentId: null }
          : undefined,
  position: (name) => (name === 'Nurse' ? 'p1' : name === 'Boss' ? null : undefined),
  role: (name) => (name === 'Cashier' ? 'r1' : name === 'Admin' ? 'r2' : undefined),
  mayAddTo: (orgId) => orgId !== 'group',
  problemToGive: (kind, id) => (kind === 'role' && id === 'r2' ? 'beyond' : undefined),
};
const row = (over: Partial<ImportTexts> = {}): ImportTexts => ({
  ...(Object.fromEntries(IMPORT_KEYS.map((key) => [key, ''])) as ImportTexts),
  account: 'zhang',
  realName: '张三',
  organizeId: 'Group/Centre/Ward',
  ...over,
});
const wrong = (over: Partial<ImportTexts>): string[] => readRow(row(over), names).problems.map(({ field, key }) => `${field} ${key}`);

describe('headings', () => {
  it('are understood in every language, with stars and blanks, in any order', () => {
    for (const language of LANGUAGES) {
      const headings = [...IMPORT_KEYS].reverse().map((key) => ` ${headingOf(key, language)} `);
      expect(columnsOf(headings)).toEqual([...IMPORT_KEYS].reverse());
    }
  });

  it('[property] no two columns have the same heading, whatever the languages', () => {
    const all = IMPORT_KEYS.flatMap((key) => [...new Set(Object.values(IMPORT_COLUMNS[key].title))].map((title) => title.toLowerCase()));
    expect(new Set(all).size).toBe(all.length);
  });

  it('unknown and repeated ones hold nothing; required ones are missed by name', () => {
    const columns = columnsOf(['账号', 'colour', 'Account', '姓名']);
    expect(columns).toEqual(['account', undefined, undefined, 'realName']);
    expect(missingColumns(columns)).toEqual(['organizeId']);
    expect(textsOf(columns, ['a', 'red', 'b'])).toMatchObject({ account: 'a', realName: '' });
  });

  it('the example of the template is known', () => {
    for (const language of LANGUAGES)
      expect(isExample({ account: IMPORT_COLUMNS.account.example[language], realName: IMPORT_COLUMNS.realName.example[language] })).toBe(true);
    expect(isExample({ account: 'example.user', realName: 'Somebody' })).toBe(false);
  });
});

describe('[7.11-15] reading a row', () => {
  it('texts become ids, codes and days', () => {
    const read = readRow(
      row({
        organizeId: ' Group／Centre / Ward ；group/centre',
        gender: 'Female',
        positionId: 'Nurse',
        roleId: 'Cashier；Cashier',
        managerId: '李四/Li',
        birthday: '1990年5月20日',
        entryDate: '2020/1/31',
        enabledMark: '停用',
        certificatesType: '護照',
        certificatesNumber: 'E1',
        sortCode: '7',
      }),
      names,
    );
    expect(read).toMatchObject({
      places: [
        { orgId: 'centre', departmentId: 'ward' },
        { orgId: 'centre', departmentId: null },
      ],
      gender: 2,
      positionIds: ['p1'],
      roleIds: ['r1'],
      manager: 'li',
      enabledMark: 0,
      sortCode: 7,
      personal: {
        certificatesType: 'passport',
        certificatesNumber: 'E1',
        birthday: Date.parse('1990-05-20T00:00:00+08:00'),
        entryDate: Date.parse('2020-01-31T00:00:00+08:00'),
      },
      problems: [],
    });
  });

  it('says of each cell what is wrong', () => {
    expect(wrong({ account: '', realName: '', organizeId: '' })).toEqual(['account required', 'realName required', 'organizeId required']);
    expect(wrong({ account: 'a b' })).toEqual(['account account']);
    expect(wrong({ realName: '张*' })).toEqual(['realName name']);
    expect(wrong({ enCode: 'x' })).toEqual(['enCode digits']);
    expect(wrong({ mobilePhone: '123', email: 'x' })).toEqual(['mobilePhone mobile', 'email email']);
    expect(wrong({ certificatesType: '身份证', certificatesNumber: '1' })).toEqual(['certificatesNumber idcard']);
    expect(wrong({ gender: '?', education: 'x', enabledMark: 'x' }).sort()).toEqual(['education choice', 'enabledMark choice', 'gender choice']);
    expect(wrong({ birthday: '2020-02-30' })).toEqual(['birthday day']);
    expect(wrong({ sortCode: '1.5' })).toEqual(['sortCode integer']);
    expect(wrong({ organizeId: 'Elsewhere' })).toEqual(['organizeId unknownPlace']);
    expect(wrong({ organizeId: 'Group' })).toEqual(['organizeId notDelegated']);
    expect(wrong({ positionId: 'Boss;King' })).toEqual(['positionId manyPositions', 'positionId unknownPosition']);
    expect(wrong({ roleId: 'Admin;Nobody' })).toEqual(['roleId beyond', 'roleId unknownRole']);
    expect(wrong({ postalAddress: 'x'.repeat(301) })).toEqual(['postalAddress tooLong']);
  });

  it('in sentences of each language', () => {
    const problems = [{ field: 'account', key: 'accountTaken', value: 'zhang' }] as const;
    expect(LANGUAGES.map((language) => problemsText(problems, language))).toEqual([
      '账号：账号“zhang”已存在',
      '帳號：帳號「zhang」已存在',
      'Account: zhang is taken',
    ]);
    expect(problemText({ field: 'organizeId', key: 'required' }, 'en')).toBe('Organisation: must be filled in');
  });

  it('[property] any texts are read without a fault', () => {
    fc.assert(
      fc.property(fc.record(Object.fromEntries(IMPORT_KEYS.map((key) => [key, fc.string({ unit: 'grapheme' })]))), (texts) => {
        expect(Array.isArray(readRow(texts as unknown as ImportTexts, names).problems)).toBe(true);
      }),
    );
  });

  it('paths and days in the ways that people write them', () => {
    expect(pathKey(' A > b＞ C/d\\e ')).toBe('a/b/c/d/e');
    for (const text of ['2020-1-1', '2020/01/01', '2020.1.1', '2020年1月1日', '2020-01-01 00:00:00'])
      expect(dayFrom(text), text).toBe(Date.parse('2020-01-01T00:00:00+08:00'));
    for (const text of ['', '20200101', '1/1/2020', '2020-13-01', '2020-01-01 10:00']) expect(dayFrom(text), text).toBeUndefined();
  });

  it('every word of every language leads back to its code', () => {
    for (const [vocabulary, words] of Object.entries(USER_WORDS)) {
      for (const [code, texts] of Object.entries(words)) for (const word of Object.values(texts)) expect(codeOf(vocabulary as 'gender', word)).toBe(code);
    }
  });
});

describe('comparing rows', () => {
  const numbered = (...rows: Partial<ImportTexts>[]) => rows.map((over, at) => ({ number: at + 2, row: readRow(row(over), names) }));
  const taken = { accounts: new Set(['old']), mobiles: new Set(['13800000001']), managers: new Set(['boss']) };
  const complaints = (...rows: Partial<ImportTexts>[]) =>
    compareRows(numbered(...rows), taken).map((problems) => problems.map(({ key, value }) => `${key} ${value ?? ''}`.trim()));

  it('accounts and mobiles that exist or stand in the sheet twice', () => {
    expect(
      complaints(
        { account: 'Old' },
        { account: 'new', mobilePhone: '13800000001' },
        { account: 'NEW', mobilePhone: '13900000002' },
        { account: 'x', mobilePhone: '13900000002' },
      ),
    ).toEqual([['accountTaken Old'], ['mobileTaken 13800000001'], ['repeatedAccount 3'], ['repeatedMobile 4']]);
  });

  it('what is malformed is not also repeated', () => {
    expect(complaints({ account: 'a b', mobilePhone: '1' }, { account: 'a b', mobilePhone: '1' })).toEqual([[], []]);
  });

  it('managers exist, stand in the sheet, and do not go round', () => {
    expect(complaints({ account: 'a', managerId: 'boss' }, { account: 'b', managerId: '张三/A' }, { account: 'c', managerId: 'nobody' })).toEqual([
      [],
      [],
      ['unknownManager nobody'],
    ]);
    expect(complaints({ account: 'a', managerId: 'b' }, { account: 'b', managerId: 'a' }, { account: 'c', managerId: 'a' }).flat()).toEqual([
      'managerCircle',
      'managerCircle',
      'managerCircle',
    ]);
  });

  it('[property] whoever manages comes first, and nobody is lost', () => {
    const account = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    fc.assert(
      fc.property(fc.uniqueArray(fc.record({ account, manager: fc.oneof(account, fc.constant('')) }), { selector: (one) => one.account }), (rows) => {
        const ordered = inManagerOrder(rows);
        expect(new Set(ordered)).toEqual(new Set(rows));
        const place = new Map<string, number>(ordered.map((one, at) => [one.account, at]));
        const inCircle = (start: string): boolean => {
          const seen = new Set<string>();
          for (let at = start; at !== ''; at = rows.find((one) => one.account === at)?.manager ?? '') {
            if (seen.has(at)) return true;
            seen.add(at);
          }
          return false;
        };
        for (const one of ordered) {
          const above = place.get(one.manager);
          if (above !== undefined && !inCircle(one.account)) expect(above).toBeLessThan(place.get(one.account) ?? -1);
        }
      }),
    );
  });
});
