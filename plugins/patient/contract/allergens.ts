/**
 * Ingredients that patients of a dialysis centre are most often allergic to, offered while one types. They are written as the drug
 * catalogue writes ingredients, so that a prescription can be checked against them; anything else may be typed freely.
 */
export const COMMON_ALLERGENS = [
  '青霉素',
  '头孢菌素',
  '磺胺类',
  '链霉素',
  '万古霉素',
  '阿司匹林',
  '普鲁卡因',
  '碘造影剂',
  '右旋糖酐铁',
  '蔗糖铁',
  '肝素',
  '环氧乙烷',
  '破伤风抗毒素',
  '酒精',
  '胶布',
] as const;
