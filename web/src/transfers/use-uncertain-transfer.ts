import { useState } from 'react'
import { settle, uncertainKey } from '../api/idempotency-key.ts'
import { type Sender, transferBy } from '../sending/transfer-name.ts'
import { useIsHydrated } from '../ui/is-hydrated.ts'

/** A transfer whose outcome was uncertain when the form was opened: before a reload, or before the page was left. */
export function useUncertainTransfer(sender: Sender) {
  const [id, setId] = useState(() => uncertainKey(transferBy(sender)))
  // The server that rendered the page does not know this tab's storage.
  const isHydrated = useIsHydrated()
  const dismiss = () => setId(null)
  return {
    id: isHydrated ? id : null,
    dismiss,
    settle: () => {
      settle(transferBy(sender))
      dismiss()
    },
  }
}
