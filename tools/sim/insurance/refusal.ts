/** The platform says no: infcode -1 with this text. Nothing of the call stays, unless `keep` says that what it wrote is part of the no. */
export class Refusal extends Error {
  readonly keep: boolean;

  constructor(text: string, keep = false) {
    super(text);
    this.keep = keep;
  }
}
