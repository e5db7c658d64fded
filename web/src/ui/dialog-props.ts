import { createContext, type ReactNode } from 'react'

/** Whether a dialog is open, and what closes it. */
export type DialogState = { open: boolean; onClose: () => void }

export type DialogProps = DialogState & {
  title: string
  /** One sentence under the title, read with it. */
  description?: string
  /**
   * `dialog`: in the middle, at most 480 px. `alert`: the same, for a decision. `guard`: the same, for a session that has ended or
   * is about to; neither a close button nor the backdrop closes it. `sheet`: from the end, 480 px or all of a small screen.
   * `drawer`: the menu, from the end, where its button is; the logo stands in the place of the title.
   */
  shape?: 'dialog' | 'alert' | 'guard' | 'sheet' | 'drawer'
  /** Gives the element that takes the focus afterwards. Absent or null: the element that had it before. */
  returnTo?: () => HTMLElement | null
  children: ReactNode
}

/** Called when a dialog has closed and is gone from the screen. */
export const DialogGone = createContext<(() => void) | undefined>(undefined)
