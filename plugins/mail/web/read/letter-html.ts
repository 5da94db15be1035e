/** What is left of a letter's HTML before it is made harmless, and the addresses of pictures that lie elsewhere. */
export interface LetterHtml {
  readonly html: string;
  readonly remote: readonly string[];
}

/** Elements that load, act or lay themselves over the page; a letter is read without them. */
const GONE =
  'script,style,link,meta,base,title,svg,math,video,audio,source,track,picture>source,iframe,frame,object,embed,applet,form>button,input,select,textarea,button,template,noscript,canvas,portal';
/** A style that loads something, or hides by strokes what it does. */
const LOADING_STYLE = /url\s*\(|image-set|cross-fade|@import|expression|\\|\/\//i;
/** Attributes through which something is loaded or done. */
const LOADING = new Set([
  'srcset',
  'background',
  'poster',
  'ping',
  'lowsrc',
  'dynsrc',
  'data',
  'action',
  'formaction',
  'longdesc',
  'usemap',
  'profile',
  'cite',
]);
const WEB = /^https?:\/\//i;

const hostOf = (address: string): string => {
  try {
    return new URL(address).host;
  } catch {
    return '';
  }
};

/** Without the pointed brackets and codes that addresses of pictures have. */
function contentIdOf(address: string): string {
  const written = address.slice('cid:'.length);
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** What a picture of hardly any size is for: to tell its sender that somebody reads. */
const isSpy = (image: HTMLImageElement): boolean =>
  ['width', 'height'].some((name) => /^\s*[0-2](?:px)?\s*$/.test(image.getAttribute(name) ?? '')) ||
  /(?:width|height)\s*:\s*[0-2]px/i.test(image.getAttribute('style') ?? '');

interface Elsewhere {
  /** Pictures that the reader asked for and the server fetched, by their addresses. */
  readonly fetched: Readonly<Record<string, string>>;
  /** Called for those that were not. */
  readonly linkText: (host: string) => string;
}

function showPicture(image: HTMLImageElement, pictures: Readonly<Record<string, string>>, elsewhere: Elsewhere | undefined, remote: Set<string>): void {
  const address = (image.getAttribute('src') ?? '').trim();
  const text = image.ownerDocument.createTextNode(image.getAttribute('alt') ?? '');
  if (/^cid:/i.test(address)) {
    const own = pictures[contentIdOf(address)];
    if (own === undefined) image.replaceWith(text);
    else image.setAttribute('src', own);
    return;
  }
  if (/^data:image\/(?:png|jpeg|gif|webp|bmp);base64,/i.test(address)) return;
  const isShown = WEB.test(address) && !isSpy(image);
  if (isShown) remote.add(address);
  if (!isShown || elsewhere === undefined) {
    image.replaceWith(text);
    return;
  }
  const fetched = elsewhere.fetched[address];
  if (fetched !== undefined) {
    image.setAttribute('src', fetched);
    return;
  }
  const link = image.ownerDocument.createElement('a');
  link.setAttribute('href', address);
  link.textContent = elsewhere.linkText(hostOf(address));
  image.replaceWith(link);
}

/**
 * A letter's HTML with its own pictures and none from elsewhere: nothing is loaded by reading it, whether the reader's page forbids it or not. `SafeHtml` shows the
 * result and makes it harmless once more. @param elsewhere where the reader asked for them: what the server fetched is shown, the others become links by the name of their host
 */
export function letterHtml(html: string, pictures: Readonly<Record<string, string>>, elsewhere?: Elsewhere): LetterHtml {
  // A document of its own that belongs to no window: it runs nothing and loads nothing.
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll(GONE)) element.remove();
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      if (LOADING.has(name.toLowerCase()) || (name.toLowerCase() === 'style' && LOADING_STYLE.test(value.replace(/\/\*.*?\*\//g, ''))))
        element.removeAttribute(name);
    }
  }
  const remote = new Set<string>();
  for (const image of page.querySelectorAll('img')) showPicture(image, pictures, elsewhere, remote);
  return { html: new XMLSerializer().serializeToString(page.body), remote: [...remote] };
}
