import { type ReactNode, useState } from 'react'
import { type Announcement, announce } from '../api/announce.ts'
import { isCodeRequired, isConfirmationRequired, reasonOf } from '../api/problem.ts'
import { toast } from '../ui/toast.ts'
import { ConfirmationDialog } from './confirmation-dialog.tsx'

/**
 * For changes that the bank wants a confirmation for. `confirmed` does the work; when the bank asks for a confirmation, the
 * dialog opens, and the work is done again once it was given. Closing the dialog leaves the bank's refusal standing.
 * `words` say it all in a toast.
 * Put the dialog beside the form, not into it: it has a form of its own.
 */
export function useConfirmation(): {
  confirmed: <Result>(work: () => Promise<Result>, words?: Announcement<Result>) => Promise<Result>
  dialog: ReactNode
} {
  const [asking, setAsking] = useState<Asking>()

  async function confirmed<Result>(
    work: () => Promise<Result>,
    words?: Announcement<Result>,
  ): Promise<Result> {
    const attempt = () => (words ? announce(work(), words) : work())
    try {
      return await attempt()
    } catch (error) {
      if (!isConfirmationRequired(error)) throw error
      const isConfirmed = await new Promise<boolean>((answer) =>
        setAsking({ answer, asksForCode: isCodeRequired(error) }),
      )
      if (isConfirmed) return attempt()
      if (words) toast.error(words.failed ?? reasonOf(error))
      throw error
    }
  }

  function close(isConfirmed: boolean) {
    asking?.answer(isConfirmed)
    setAsking(undefined)
  }

  return {
    confirmed,
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

type Asking = { answer: (isConfirmed: boolean) => void; asksForCode: boolean }
