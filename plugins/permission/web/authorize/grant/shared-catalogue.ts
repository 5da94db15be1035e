import { createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import { authorityContract } from '../../../contract/authority.contract.ts';
import type { RightMenu } from '../../../contract/authority.schema.ts';

/** Everything that can be granted, read once for all objects that are opened on a page: it may be thousands of rights. */
export class SharedCatalogue {
  private coming: Promise<readonly RightMenu[]> | null = null;

  constructor(private readonly http: HttpPort) {}

  /** @throws ApiError what the call failed with; the next one asks again */
  read(): Promise<readonly RightMenu[]> {
    this.coming ??= this.fetch();
    return this.coming;
  }

  /** Reads it again. */
  refresh(): Promise<readonly RightMenu[]> {
    this.coming = this.fetch();
    return this.coming;
  }

  private async fetch(): Promise<readonly RightMenu[]> {
    try {
      return (await createClient(authorityContract, this.http).catalogue({}, { quiet: true })).data.list;
    } catch (error) {
      this.coming = null;
      throw error;
    }
  }
}
