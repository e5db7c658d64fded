import { endpoints } from '@bank/contract/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { bankNow } from '../api/bank-clock.ts'
import { call } from '../api/call.ts'
import { publicConfig } from '../public-config.ts'
import { LogoutButton } from '../sessions/logout-button.tsx'
import { endSession, renewSession, sessionQuery, useSignedIn } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/deferred-dialog.tsx'

/** Warned this long before: enough to find the button, even with a screen reader (SC 2.2.1 asks for 20 seconds). */
const warningMilliseconds = 2 * 60_000
/** So long the bank has to answer once the time is over. */
const answerMilliseconds = 10_000
/** Each heartbeat is a write at the bank; one a minute is plenty for a session of fifteen. */
const extensionMilliseconds = 60_000

/** Keeps the session open while the user is active, and warns two minutes before it ends by itself. */
export function SessionEnd() {
  const { idleEndsAt } = useSignedIn()
  const client = useQueryClient()
  const [warning, setWarning] = useState(false)
  const endsAt = Date.parse(idleEndsAt)

  const extend = useCallback(async () => {
    setWarning(false)
    const session = await call(endpoints.extendSession).catch(() => undefined)
    if (session) renewSession(client, session)
    else await client.refetchQueries(sessionQuery)
  }, [client])

  useHeartbeat(extend, !warning)

  // A page that is opened by its address, or reloaded, is activity, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened.
  useEffect(() => {
    const lastActive = endsAt - publicConfig.sessionMinutesIdle * 60_000
    if (bankNow() > lastActive + extensionMilliseconds) void extend()
  }, [])

  useEffect(() => {
    let askedAt: number | undefined
    const poll = async () => {
      if (bankNow() < endsAt - warningMilliseconds) return setWarning(false)
      // The bank cannot be reached: the page ends the session and removes its data by itself.
      if (askedAt !== undefined && bankNow() > askedAt + answerMilliseconds) return endSession(client)
      if (bankNow() > endsAt) askedAt ??= bankNow()
      // Writes and other windows extend the session, too: the bank is asked before the user is warned.
      if (!warning || bankNow() > endsAt) await client.refetchQueries(sessionQuery)
      const session = client.getQueryData(sessionQuery.queryKey)?.session
      setWarning(!!session && bankNow() >= Date.parse(session.idleEndsAt) - warningMilliseconds)
    }
    const timer = setInterval(poll, 5000)
    // Timers stop while a laptop is closed.
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [client, endsAt, warning])

  return (
    <Dialog
      open={warning}
      onClose={extend}
      shape="guard"
      title="Are you still there?"
      description="We’ll log you out in two minutes to protect your account. Nothing you have sent is lost."
    >
      <div className="flex flex-wrap justify-end gap-3">
        <LogoutButton />
        <Button data-first-focus onClick={extend}>
          Stay logged in
        </Button>
      </div>
    </Dialog>
  )
}

/** Calls `extend` on real input, at most once a minute, while `listening`. */
function useHeartbeat(extend: () => void, listening: boolean): void {
  useEffect(() => {
    if (!listening) return
    let extendedAt = Date.now()
    const onInput = () => {
      if (Date.now() - extendedAt < extensionMilliseconds) return
      extendedAt = Date.now()
      extend()
    }
    document.addEventListener('pointerdown', onInput)
    document.addEventListener('keydown', onInput)
    return () => {
      document.removeEventListener('pointerdown', onInput)
      document.removeEventListener('keydown', onInput)
    }
  }, [extend, listening])
}
