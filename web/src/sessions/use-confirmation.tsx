import { type ReactNode, useState } from 'react'
import { type Announcement, announce } from '../api/announce.ts'
import { isCodeRequired, isConfirmationRequired, reasonOf } from '../api/problem.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { toast } from '../ui/toast.ts'

/**
 * For requests that need a confirmation. `confirmed` sends the request; if the bank requires a confirmation, the dialog opens, and
 * the request is repeated after it. When the dialog is closed, the bank's refusal is thrown. `announcement` is shown as a toast.
 * Render the dialog beside the form, not inside: it has its own form.
 */
export function useConfirmation(): {
  confirmed: <Result>(work: () => Promise<Result>, announcement?: Announcement<Result>) => Promise<Result>
  /** While the dialog is open: nothing runs then, so the button that sent the request is not busy. */
  isAsking: boolean
  dialog: ReactNode
} {
  const [asking, setAsking] = useState<OpenConfirmation>()

  async function confirmed<Result>(
    work: () => Promise<Result>,
    announcement?: Announcement<Result>,
  ): Promise<Result> {
    const attempt = () => (announcement ? announce(work(), announcement, announcement.busy) : work())
    try {
      return await attempt()
    } catch (error) {
      if (!isConfirmationRequired(error)) throw error
      const isConfirmed = await new Promise<boolean>((answer) =>
        setAsking({ answer, asksForCode: isCodeRequired(error) }),
      )
      if (isConfirmed) return attempt()
      if (announcement) toast.error(announcement.failed ?? reasonOf(error))
      throw error
    }
  }

  function close(isConfirmed: boolean) {
    asking?.answer(isConfirmed)
    setAsking(undefined)
  }

  return {
    confirmed,
    isAsking: asking !== undefined,
    dialog: (
      <ConfirmationDialog
        open={asking !== undefined}
        asksForCode={asking?.asksForCode ?? false}
        onConfirmed={() => close(true)}
        onCancelled={() => close(false)}
      />
    ),
  }
}

const ConfirmationDialog = lazyDialog(
  async () => (await import('./confirmation-dialog.tsx')).ConfirmationDialog,
)

type OpenConfirmation = { answer: (isConfirmed: boolean) => void; asksForCode: boolean }
