/** Longest further facts of an organisation, in characters: of the form and of calls. The table keeps all of them in one column. */
export const ORGANIZE_LENGTHS = {
  shortName: 50,
  enterpriseNature: 50,
  industry: 50,
  telePhone: 50,
  fax: 50,
  webSite: 200,
  address: 200,
  managerName: 50,
  managerTelePhone: 50,
  managerMobilePhone: 20,
  manageEmail: 100,
  bankName: 100,
  bankAccount: 50,
  businessscope: 500,
  fixmedinsCode: 20,
} as const;
