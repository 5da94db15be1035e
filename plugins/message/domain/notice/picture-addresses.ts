/** Pictures of our own storage as the HTML of a message names them. */
const PICTURE = /(<img src=")(\/api\/file\/Image\/[A-Za-z]{1,40}\/\d{8}_[0-9a-f]{32}\.(?:png|jpe?g|gif|bmp|webp))"/g;

/**
 * The HTML of a message with addresses from which a browser gets its pictures: those of the storage are handed out to who is signed in alone.
 * @param pictureAt the address with what shows that
 */
export const withPictures = (html: string, pictureAt: (address: string) => string): string =>
  html.replace(PICTURE, (_, before: string, address: string) => `${before}${pictureAt(address).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`);
