/** What somebody scanned at the bedside and used: as the code says it, empty where it says nothing. */
export interface ScannedMaterial {
  /** As it was scanned. */
  readonly code?: string;
  /** Number of the article, 14 digits. */
  readonly gtin?: string;
  readonly lot?: string;
  /** Last day, `YYYY-MM-DD`. */
  readonly expiry?: string;
  readonly serial?: string;
}
