import { type ReactNode, useState } from 'react'
import { isProblem } from '../api/problem.ts'
import { ConfirmationDialog } from './confirmation-dialog.tsx'

/**
 * For changes the bank wants a fresh sign-in for. `confirmed` does the work; when the bank asks who is there, the dialog
 * opens, and the work is done again once the password was right. Closing the dialog leaves the bank's refusal standing.
 * Put the dialog beside the form, not into it: it has a form of its own.
 */
export function useConfirmation(): {
  confirmed: <Result>(work: () => Promise<Result>) => Promise<Result>
  dialog: ReactNode
} {
  const [asking, setAsking] = useState<{ onConfirmed: () => void; onCancelled: () => void }>()

  async function confirmed<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (!isProblem(error) || error.code !== 'confirm_required') throw error
      await new Promise<void>((resolve, reject) => {
        setAsking({ onConfirmed: resolve, onCancelled: () => reject(error) })
      })
      return work()
    }
  }

  function close(answer: 'onConfirmed' | 'onCancelled') {
    asking?.[answer]()
    setAsking(undefined)
  }

  return {
    confirmed,
    dialog: (
      <ConfirmationDialog
        open={asking !== undefined}
        onConfirmed={() => close('onConfirmed')}
        onCancelled={() => close('onCancelled')}
      />
    ),
  }
}
