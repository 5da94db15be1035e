/** The part of `qrcode` that is used. */
declare module 'qrcode' {
  interface QRCodeModel {
    readonly modules: { readonly size: number; get(row: number, column: number): number };
  }
  const QRCode: { create(text: string, options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' }): QRCodeModel };
  export default QRCode;
}
