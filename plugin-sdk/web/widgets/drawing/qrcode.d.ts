/** The encoder alone, without the drawing half of the package. */
declare module 'qrcode/lib/core/qrcode' {
  interface QrMatrix {
    readonly size: number;
    /** 1 = dark, row by row. */
    readonly data: Uint8Array;
  }
  export function create(text: string, options?: { errorCorrectionLevel?: 'L' | 'M' | 'Q' | 'H' }): { readonly modules: QrMatrix };
}
