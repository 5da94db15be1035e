/**
 * Address of a stored picture not larger than so many pixels either way, made by the server; the picture itself where none smaller is.
 * @param address of our own storage; any other comes back as it is
 * @param size 160 for rows of a list, 480 for tiles and conversations
 */
export const smallPicture = (address: string, size: 160 | 480): string => (/\/api\/file\/Image\/[^?]+$/.test(address) ? `${address}?size=${size}` : address);
