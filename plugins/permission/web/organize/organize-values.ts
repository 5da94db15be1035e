import type { OrganizeCreate, OrganizeProperty, OrganizeRecord } from '../../contract/index.ts';

const TEXTS = [
  'shortName',
  'enterpriseNature',
  'industry',
  'telePhone',
  'fax',
  'webSite',
  'address',
  'managerName',
  'managerTelePhone',
  'managerMobilePhone',
  'manageEmail',
  'bankName',
  'bankAccount',
  'businessscope',
  'fixmedinsCode',
] as const satisfies readonly (keyof OrganizeProperty)[];
type TextName = (typeof TEXTS)[number];

/** An organisation as its form holds it; names of the further facts are those of the server's complaints. */
export type OrganizeValues = {
  readonly [Name in TextName as `propertyJson.${Name}`]: string;
} & {
  readonly parentId: string;
  readonly fullName: string;
  readonly enCode: string;
  readonly dialysisCenter: boolean;
  readonly priceType: '' | '1' | '2' | '3';
  readonly sortCode: number | null;
  readonly description: string;
  readonly 'propertyJson.foundedTime': number | null;
};

export type OrganizeFacts = Partial<Record<TextName, string>> & { readonly foundedTime?: number | null };

/** Further facts as text; a founding time of older clients may be text, which is read as far as it is a time. */
export function factsOf(record: Pick<OrganizeRecord, 'propertyJson'>): OrganizeFacts {
  const property = JSON.parse(record.propertyJson) as Readonly<Record<string, unknown>>;
  const texts = Object.fromEntries(TEXTS.map((name) => [name, typeof property[name] === 'string' ? property[name] : '']));
  const { foundedTime } = property;
  const founded = typeof foundedTime === 'number' ? foundedTime : typeof foundedTime === 'string' ? Date.parse(foundedTime) : Number.NaN;
  return { ...texts, foundedTime: Number.isFinite(founded) ? founded : null };
}

const PRICE_TYPES = ['', '1', '2', '3'] as const;

export function valuesOf(record: OrganizeRecord): OrganizeValues {
  const facts = factsOf(record);
  const texts = Object.fromEntries(TEXTS.map((name) => [`propertyJson.${name}`, facts[name] ?? ''])) as Pick<OrganizeValues, `propertyJson.${TextName}`>;
  return {
    ...texts,
    'propertyJson.foundedTime': facts.foundedTime ?? null,
    parentId: record.parentId,
    fullName: record.fullName,
    enCode: record.enCode,
    dialysisCenter: record.dialysisCenter === 1,
    priceType: PRICE_TYPES.find((type) => type === record.priceType) ?? '',
    sortCode: record.sortCode,
    description: record.description,
  };
}

export const emptyValues = (parentId: string): OrganizeValues => ({
  ...valuesOf({
    id: '',
    parentId,
    parentName: '',
    fullName: '',
    enCode: '',
    category: 'company',
    enabledMark: 1,
    dialysisCenter: 1,
    priceType: '',
    sortCode: 0,
    description: '',
    propertyJson: '{}',
    creatorTime: 0,
    lastModifyTime: 0,
    version: 1,
  }),
});

export function bodyOf(values: OrganizeValues): OrganizeCreate {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, values[`propertyJson.${name}`].trim()]));
  return {
    parentId: values.parentId,
    fullName: values.fullName.trim(),
    enCode: values.enCode.trim(),
    dialysisCenter: values.dialysisCenter ? 1 : 0,
    priceType: values.priceType,
    sortCode: values.sortCode ?? 0,
    description: values.description,
    propertyJson: { ...texts, foundedTime: values['propertyJson.foundedTime'] },
  };
}
