import type { ReactNode } from 'react'
import { FailureNotice } from '../api/failure-notice.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSendAgain } from './email.ts'

/** Why the user needs another link that confirms the email, and the button that sends it. */
export function SendAgain({ children }: { children: ReactNode }) {
  const { sendAgain, isPending, isSuccess, error } = useSendAgain({ busy: 'Sending...' })
  if (isSuccess) return <Notice tone="success">We’ve sent another link. It works for 7 days.</Notice>
  return (
    <>
      {children}
      <FailureNotice error={error} />
      <Button
        look="secondary"
        className="justify-self-start"
        busy={isPending}
        busyLabel="Sending…"
        onClick={sendAgain}
      >
        Send again
      </Button>
    </>
  )
}
