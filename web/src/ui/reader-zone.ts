import { createContext, useContext, useState } from 'react'
import { useLocation } from 'react-router'
import { publicConfig } from '../public-config.ts'

/** The time zone in which this document shows clock times. */
export const ReaderZone = createContext<string | undefined>(undefined)

/** The time zone for clock times: the reader's, or the bank's while theirs is unknown. Days are always the bank's. */
export function useReaderZone(): string {
  return useContext(ReaderZone) ?? publicConfig.timeZone
}

/**
 * The zone for `ReaderZone`: on a server-rendered page `rendered`, which the server used, so that no time changes before the eyes of its reader.
 * From the next page on `own`, that of this device, which the first request of a browser does not state.
 */
export function useZoneOfPage(rendered: string, own: string): string {
  const { key } = useLocation()
  const [first] = useState(key)
  const [zone, setZone] = useState(rendered)
  if (key !== first && zone !== own) setZone(own)
  return zone
}
