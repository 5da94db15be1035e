/** Stands in the SDK, so that vendors can write a region outside of this repository. */
export {
  insuranceRegions,
  type Moment,
  type RegionAdapter,
  type RegionConnection,
  type RegionField,
  type RegionRules,
  type TransportReading,
  type TransportRequest,
} from '@nephra/plugin-sdk/contract';
