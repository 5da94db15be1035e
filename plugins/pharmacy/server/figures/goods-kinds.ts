/** Kinds of goods that a pharmacy keeps, in the order in which figures show them. */
export const KINDS = ['drug', 'material'] as const;

export const KIND_WORDS = {
  drug: { zh: '药品', zhtw: '藥品', en: 'Drugs' },
  material: { zh: '耗材', zhtw: '耗材', en: 'Consumables' },
} as const;
