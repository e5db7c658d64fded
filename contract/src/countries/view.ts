import * as z from 'zod/mini'

/** A country in the specification's shape (§3). */
export const countryView = z.object({
  name: z.string(),
  isoCode: z.string(),
  flag: z.string(),
  phonecode: z.string(),
  currency: z.string(),
  latitude: z.string(),
  longitude: z.string(),
  timezones: z.array(
    z.object({
      zoneName: z.string(),
      /** In seconds. */
      gmtOffset: z.number(),
      gmtOffsetName: z.string(),
      abbreviation: z.string(),
      tzName: z.string(),
    }),
  ),
})
