/** As far as it is used here; the package brings no types. */
declare module 'omggif' {
  export class GifReader {
    constructor(content: Uint8Array);
    readonly width: number;
    readonly height: number;
    numFrames(): number;
    /** Draws a frame over `pixels`, four bytes each. @throws Error for what is no GIF */
    decodeAndBlitFrameRGBA(frame: number, pixels: Uint8Array): void;
  }
  export class GifWriter {
    constructor(target: Uint8Array, width: number, height: number, options?: { readonly palette?: readonly number[] });
    addFrame(x: number, y: number, width: number, height: number, pixels: Uint8Array): number;
    /** @returns how many bytes it has written */
    end(): number;
  }
}
