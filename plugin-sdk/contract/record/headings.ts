/** A heading of a workbook without what people put around it: blanks, signs, capitals, wide letters. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
