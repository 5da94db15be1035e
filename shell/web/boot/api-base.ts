/** Address of the server when it is not the page's own: `<meta name="nephra-api-base" content="https://…">`. */
export function readApiBase(page: Pick<Document, 'querySelector'>): string {
  return page.querySelector<HTMLMetaElement>('meta[name="nephra-api-base"]')?.content.trim() ?? '';
}
