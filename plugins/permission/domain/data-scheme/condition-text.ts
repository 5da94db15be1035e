import { type ConditionContent, type ConditionOperator, type DataCondition, type Language, readContent } from '@nephra/plugin-sdk/contract';
import type { SchemeField } from './condition-check.ts';

interface Words {
  readonly everything: string;
  readonly operators: Readonly<Record<ConditionOperator, string>>;
  readonly contents: Readonly<Record<ConditionContent, string>>;
  readonly and: string;
  readonly or: string;
  readonly quote: (text: string) => string;
  readonly brackets: (text: string) => string;
  readonly space: string;
  readonly comma: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  zh: {
    everything: '本机构及下级机构的全部数据',
    operators: {
      Equal: '等于',
      NotEqual: '不等于',
      GreaterThan: '大于',
      GreaterThanOrEqual: '大于等于',
      LessThan: '小于',
      LessThanOrEqual: '小于等于',
      Contains: '包含',
      In: '属于',
    },
    contents: {
      '@userId': '当前用户',
      '@userAraSubordinates': '当前用户及其下属',
      '@organizeId': '当前机构',
      '@organizationAndSuborganization': '当前机构及下级机构',
    },
    and: ' 且 ',
    or: ' 或 ',
    quote: (text) => `“${text}”`,
    brackets: (text) => `（${text}）`,
    space: '',
    comma: '、',
  },
  zhtw: {
    everything: '本機構及下級機構的全部資料',
    operators: {
      Equal: '等於',
      NotEqual: '不等於',
      GreaterThan: '大於',
      GreaterThanOrEqual: '大於等於',
      LessThan: '小於',
      LessThanOrEqual: '小於等於',
      Contains: '包含',
      In: '屬於',
    },
    contents: {
      '@userId': '目前使用者',
      '@userAraSubordinates': '目前使用者及其下屬',
      '@organizeId': '目前機構',
      '@organizationAndSuborganization': '目前機構及下級機構',
    },
    and: ' 且 ',
    or: ' 或 ',
    quote: (text) => `「${text}」`,
    brackets: (text) => `（${text}）`,
    space: '',
    comma: '、',
  },
  en: {
    everything: 'All data of the organisation and those below it',
    operators: {
      Equal: 'is',
      NotEqual: 'is not',
      GreaterThan: 'is greater than',
      GreaterThanOrEqual: 'is at least',
      LessThan: 'is less than',
      LessThanOrEqual: 'is at most',
      Contains: 'contains',
      In: 'is one of',
    },
    contents: {
      '@userId': 'the current user',
      '@userAraSubordinates': 'the current user or their subordinates',
      '@organizeId': 'the current organisation',
      '@organizationAndSuborganization': 'the current organisation or one below it',
    },
    and: ' and ',
    or: ' or ',
    quote: (text) => `“${text}”`,
    brackets: (text) => `(${text})`,
    space: ' ',
    comma: ', ',
  },
};

export const operatorText = (operator: ConditionOperator, language: Language): string => WORDS[language].operators[operator];
export const contentText = (content: ConditionContent, language: Language): string => WORDS[language].contents[content];

/** Name of a person or an organisation by id; undefined for what nobody knows or may see. */
export type NameOf = (id: string) => string | undefined;

/** Ids of people and of organisations that a condition names. */
export function idsIn(
  condition: DataCondition,
  fields: readonly SchemeField[],
): { readonly people: readonly string[]; readonly organizations: readonly string[] } {
  const ids = { User: new Set<string>(), Organize: new Set<string>() };
  for (const { field: code, op, value } of condition.flatMap(({ groups }) => groups)) {
    const type = fields.find(({ enCode }) => enCode === code)?.type;
    if (type !== 'User' && type !== 'Organize') continue;
    const content = readContent(type, op, value);
    if (content && 'values' in content) for (const id of content.values) ids[type].add(id);
  }
  return { people: [...ids.User], organizations: [...ids.Organize] };
}

const isContent = (value: string, words: Words): value is ConditionContent => Object.hasOwn(words.contents, value);

/** A condition as a sentence that people read: "(doctor is the current user or payer is one of “310”, “390”) and amount is at least “100”". */
export function conditionText(condition: DataCondition, fields: readonly SchemeField[], language: Language, nameOf: NameOf = () => undefined): string {
  const words = WORDS[language];
  if (condition.length === 0) return words.everything;
  const valueText = (code: string, op: ConditionOperator, value: string): string => {
    if (isContent(value, words)) return words.contents[value];
    const field = fields.find(({ enCode }) => enCode === code);
    const content = op === 'In' && field ? readContent(field.type, op, value) : undefined;
    const parts = content && 'values' in content ? content.values : [value];
    const isId = field?.type === 'User' || field?.type === 'Organize';
    return parts.map((part) => words.quote((isId && nameOf(part)) || part)).join(words.comma);
  };
  const entries = condition.map(({ logic, groups }) => {
    const comparisons = groups.map(({ field, op, value }) => {
      const name = fields.find(({ enCode }) => enCode === field)?.fullName ?? field;
      return [name, words.operators[op], valueText(field, op, value)].join(words.space);
    });
    const text = comparisons.join(logic === 'and' ? words.and : words.or);
    return comparisons.length > 1 && condition.length > 1 && logic === 'or' ? words.brackets(text) : text;
  });
  return entries.join(words.and);
}
