import { createContext } from 'react'

/**
 * True around what stays as it is while nobody may see it. Its windows are drawn elsewhere in the page, where hiding what
 * opened them does not reach, and hide themselves.
 */
export const HiddenContent = createContext(false)
