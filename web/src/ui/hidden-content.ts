import { createContext } from 'react'

/**
 * True around content that stays mounted while nobody may see it. Its dialogs are portals elsewhere in the page: they are not hidden
 * with it, so they read this and hide themselves.
 */
export const HiddenContent = createContext(false)
