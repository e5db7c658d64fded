import type { ReactNode } from 'react'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** One sentence under the title, read with it. */
  description?: string
  /**
   * `dialog` in the middle, at most 480 px; `alert` the same for a decision; `guard` the same before a session that has
   * ended or is about to, with neither a close button nor a backdrop that closes it; `sheet` from the end, 480 px or the whole of a small screen; `drawer` the menu from the start.
   */
  shape?: 'dialog' | 'alert' | 'guard' | 'sheet' | 'drawer'
  /** Where the focus goes afterwards; to what had it before where this is absent or finds nothing. */
  returnTo?: () => HTMLElement | null
  children: ReactNode
}
