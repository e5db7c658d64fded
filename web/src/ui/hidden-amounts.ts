import { createContext } from 'react'

/** Whether the amounts inside are hidden, for example from people nearby. */
export const HiddenAmounts = createContext(false)
