import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { bankNow } from '../api/bank-clock.ts'
import { sessionQuery, useSignedIn } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { OutOfSight } from '../ui/out-of-sight.ts'
import { usePasscodeEntry } from './passcode-entry.ts'
import { PasscodeForm } from './passcode-form.tsx'

/**
 * Lets a lifted session through; any other is asked for the passcode first. When the time is over with a page open, the
 * passcode is asked for in front of it: the page stays as it is, unseen, and nothing typed is lost.
 */
export function PasscodeGate() {
  const { liftedUntil } = useSignedIn()
  const isLifted = liftedUntil !== null
  const [wasLifted, setWasLifted] = useState(isLifted)
  const entry = usePasscodeEntry()
  const isClosed = !isLifted || entry.isUnderWay
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEndOfLift(liftedUntil)
  useFreshAnswers(isLifted)
  if (isLifted && !wasLifted) setWasLifted(true)
  if (!isLifted && !wasLifted)
    return <Navigate to="/admin" replace state={{ asked: `${pathname}${search}` }} />
  const leave = () => navigate('/dashboard')
  return (
    <>
      <div className={clsx('contents', isClosed && 'invisible')}>
        <OutOfSight value={isClosed}>
          <Outlet />
        </OutOfSight>
      </div>
      <Dialog
        open={isClosed}
        onClose={leave}
        shape="guard"
        title="Enter the passcode again"
        description="Your time as an administrator is over. What you have typed is still here."
      >
        <PasscodeForm entry={entry} />
        <Button look="quiet" onClick={leave}>
          Leave the admin panel
        </Button>
      </Dialog>
    </>
  )
}

/** Asks the bank whether the session is still lifted when its time is over: work done since may have made it longer. */
function useEndOfLift(liftedUntil: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (liftedUntil === null) return
    const look = () => {
      if (bankNow() > Date.parse(liftedUntil)) void client.refetchQueries(sessionQuery)
    }
    const timer = setInterval(look, 10_000)
    return () => clearInterval(timer)
  }, [client, liftedUntil])
}

/** What was refused for want of the passcode is asked for again once it has been entered. */
function useFreshAnswers(isLifted: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isLifted) void client.invalidateQueries({ queryKey: ['admin'] })
  }, [client, isLifted])
}
