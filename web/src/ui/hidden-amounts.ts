import { createContext } from 'react'

/** Whether amounts below are hidden from people who look over a shoulder. */
export const HiddenAmounts = createContext(false)
