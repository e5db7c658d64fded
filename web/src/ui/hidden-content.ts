import { createContext } from 'react'

/**
 * True around content that is mounted but hidden. Its dialogs are portals elsewhere in the page: they are not hidden with it, so
 * they read this and hide themselves.
 */
export const HiddenContent = createContext(false)
