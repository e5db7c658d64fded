import { createContext, useContext } from 'react'
import { publicConfig } from '../public-config.ts'

/** The time zone in which this document shows clock times. On a server-rendered page that is the one the server used. */
export const ReaderZone = createContext<string | undefined>(undefined)

/** The time zone for clock times: the reader's, or the bank's while theirs is unknown. Days are always the bank's. */
export function useReaderZone(): string {
  return useContext(ReaderZone) ?? publicConfig.timeZone
}
