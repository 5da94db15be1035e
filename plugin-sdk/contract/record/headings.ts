/** A heading of a workbook without what people put around it: blanks, capitals, the star of required columns. */
export const plainHeading = (heading: string): string => heading.replace(/[\s*＊]/g, '').toLowerCase();
