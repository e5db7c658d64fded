import { endpoints } from '@bank/contract/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { renewSession } from '../../sessions/session.ts'
import { toast } from '../../ui/toast.ts'

/** How long the spinner is shown after a correct passcode (specification §4, Admin gate). */
const spinnerMilliseconds = 1000

/** The toast about a wrong passcode, which goes when the right one is accepted. */
export const refusalToast = 'passcode refused'

/** The state of an entered passcode, from the request to the end of the spinner. */
export type PasscodeEntry = ReturnType<typeof usePasscodeEntry>

/**
 * Sends the passcode. The page or dialog with the form must stay while `isUnderWay` is true, even if the session is elevated: the
 * live connection reports the elevation before the spinner's second is over.
 */
export function usePasscodeEntry() {
  const client = useQueryClient()
  const [isAccepted, setAccepted] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { passcode: string }) => call(endpoints.enterPasscode, { body }),
    onSuccess: (session) => {
      toast.dismiss(refusalToast)
      // Before the request stops being pending, so that `isUnderWay` is true without a gap.
      setAccepted(true)
      renewSession(client, session)
    },
  })
  useEffect(() => {
    if (!isAccepted) return
    const timer = setTimeout(() => setAccepted(false), spinnerMilliseconds)
    return () => clearTimeout(timer)
  }, [isAccepted])
  return { send: mutate, isPending, isAccepted, isUnderWay: isPending || isAccepted, error }
}
