/** Fee category of the national list (med_chrgitm_type) for each drug type of spec 9, in the order of the list. */
const CATEGORY_OF_TYPE: Readonly<Record<string, string>> = {
  检查: '03',
  化验: '04',
  治疗: '05',
  护理: '07',
  耗材: '08',
  材料: '08',
  西药: '09',
  中药饮片: '10',
  中成药: '11',
  挂号: '13',
  其他: '14',
};

/** Code of the national fee category; types that nobody knows are `14`, other. */
export const feeCategoryOf = (drugType: string): string => CATEGORY_OF_TYPE[drugType] ?? '14';
