/** Columns by which rows are deleted or changed by statements of their own; all else goes through the declared tables in `tables`. */
export interface CatalogueDb {
  'catalogue.entry': Record<'org_id' | 'drug_id', string> & { enabled: boolean };
  'catalogue.package_line': Record<'org_id' | 'package_id', string>;
  'catalogue.price_proposal': Record<'id', string>;
  'catalogue.price_proposal_line': Record<'proposal_id', string> & { waiting: boolean };
}
