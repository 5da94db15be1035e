import type { CatalogueInfno, CatalogueRunState, ListType, MappingState } from '../../contract/index.ts';

export interface CatalogueVersionTable {
  org_id: string;
  kind: CatalogueInfno;
  version: string;
  checked_at: Date;
  row_count: number;
}

export interface CatalogueRunTable {
  id: string;
  org_id: string;
  kind: CatalogueInfno;
  state: CatalogueRunState;
  from_version: string;
  seen_version: string;
  file_query_no: string;
  file_name: string;
  file_hash: string;
  position: number;
  total: number | null;
  stored: number;
  skipped: number;
  attempts: number;
  error: string;
  /** Read as an object, written as JSON text. */
  error_params: string | Record<string, string | number>;
  user_id: string;
  user_name: string;
  started_at: Date;
  ended_at: Date | null;
  lease_owner: string;
  lease_until: Date;
}

export interface NationalItemTable {
  org_id: string;
  code: string;
  kind: CatalogueInfno;
  list_type: ListType;
  name: string;
  generic_name: string;
  spec: string;
  form: string;
  unit: string;
  approval_number: string;
  maker: string;
  grade: string;
  limited: boolean;
  limit_text: string;
  valid: boolean;
  begn_date: string;
  end_date: string;
  version: string;
  search_grams: string[];
}

export interface NationalTermTable {
  org_id: string;
  kind: CatalogueInfno;
  code: string;
  name: string;
  valid: boolean;
  version: string;
  search_grams: string[];
}

interface Dated {
  org_id: string;
  area: string;
  /** `YYYY-MM-DD`; the end is empty while open. */
  begn_date: string;
  end_date: string;
  valid: boolean;
}
export interface ListEntryTable extends Dated {
  hilist_code: string;
  name: string;
  list_type: string;
  fee_group: string;
  grade: string;
  limited: boolean;
}
export interface ListLinkTable extends Dated {
  kind: CatalogueInfno;
  from_code: string;
  to_code: string;
}
export interface PriceCapTable extends Dated {
  hilist_code: string;
  cap_type: string;
  above_way: string;
  cap: string;
}
export interface OwnShareTable extends Dated {
  hilist_code: string;
  person_type: string;
  share_type: string;
  share: string;
}

export interface FacilityItemTable {
  org_id: string;
  drug_id: string;
  list_type: ListType;
  drug_type: string;
  drug_name: string;
  drug_spec: string;
  drug_form: string;
  drug_number: string;
  approval_number: string;
  maker: string;
  stock_unit: string;
  own_code: string;
  grade: string;
  price: string;
  enabled: boolean;
  fingerprint: string;
  pinyin: string;
  search_grams: string[];
}

export interface FacilitySyncTable {
  org_id: string;
  synced_at: Date;
}

export interface MappingTable {
  id: string;
  org_id: string;
  drug_id: string;
  list_type: ListType;
  code: string;
  name: string;
  begn_date: string;
  end_date: string;
  state: MappingState;
  refusal: string;
  known_there: boolean;
  user_id: string;
  user_name: string;
  created_at: Date;
  reported_at: Date | null;
  ended_at: Date | null;
  ended_by: string;
  version: number;
}

export interface CatalogueTables {
  'insurance.catalogue_version': CatalogueVersionTable;
  'insurance.catalogue_run': CatalogueRunTable;
  'insurance.national_item': NationalItemTable;
  'insurance.national_term': NationalTermTable;
  'insurance.list_entry': ListEntryTable;
  'insurance.list_link': ListLinkTable;
  'insurance.price_cap': PriceCapTable;
  'insurance.own_share': OwnShareTable;
  'insurance.facility_item': FacilityItemTable;
  'insurance.facility_sync': FacilitySyncTable;
  'insurance.mapping': MappingTable;
}
