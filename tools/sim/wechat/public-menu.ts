export interface SimMenuButton {
  readonly name: string;
  readonly type?: string;
  readonly key?: string;
  readonly url?: string;
  readonly media_id?: string;
  readonly sub_button?: readonly SimMenuButton[];
}

const bytes = (text: unknown): number => Buffer.byteLength(typeof text === 'string' ? text : '', 'utf8');

function checkButton({ name, type, key, url, media_id: media }: SimMenuButton, most: number): number | undefined {
  if (bytes(name) === 0 || bytes(name) > most) return 40018;
  if (type === 'view' || type === 'miniprogram') return bytes(url) === 0 || bytes(url) > 1_024 || !/^https?:\/\//.test(String(url)) ? 40055 : undefined;
  if (type === 'media_id') return bytes(media) === 0 ? 40007 : undefined;
  if (type === undefined) return 40017;
  return bytes(key) === 0 || bytes(key) > 128 ? 40019 : undefined;
}

/** The code with which a menu is refused; undefined: it is taken. */
export function checkMenu(given: unknown): number | undefined {
  const buttons = Array.isArray(given) ? (given as readonly SimMenuButton[]) : [];
  if (buttons.length === 0 || buttons.length > 3) return 40016;
  for (const button of buttons) {
    const below = button.sub_button;
    if (below === undefined) {
      const flaw = checkButton(button, 16);
      if (flaw) return flaw;
      continue;
    }
    if (bytes(button.name) === 0 || bytes(button.name) > 16) return 40018;
    if (below.length === 0 || below.length > 5) return 40023;
    for (const child of below) {
      const flaw = checkButton(child, 60);
      if (flaw) return flaw;
    }
  }
  return undefined;
}
