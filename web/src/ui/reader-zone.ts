import { createContext, useContext, useState } from 'react'
import { useLocation } from 'react-router'
import { publicConfig } from '../public-config.ts'

/** A time zone, or a function that asks the device for its own: on a phone that takes long, and few pages show a time. */
export type Zone = string | (() => string)

/** The time zone in which this document shows clock times. */
export const ReaderZone = createContext<Zone | undefined>(undefined)

/** The time zone for clock times: the reader's, or the bank's while theirs is unknown. Days are always the bank's. */
export function useReaderZone(): string {
  const zone = useContext(ReaderZone) ?? publicConfig.timeZone
  return typeof zone === 'function' ? zone() : zone
}

/**
 * The zone for `ReaderZone`: on a server-rendered page `rendered`, which the server used, so that no time changes before the eyes of its reader.
 * From the next page on `own`, that of this device, which the first request of a browser does not state.
 */
export function useZoneOfPage(rendered: Zone, own: Zone): Zone {
  const { key } = useLocation()
  const [first] = useState(key)
  const [hasGoneOn, setGoneOn] = useState(false)
  if (key !== first && !hasGoneOn) setGoneOn(true)
  return hasGoneOn ? own : rendered
}
