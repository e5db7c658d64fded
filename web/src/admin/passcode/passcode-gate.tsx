import { linkTo } from '@bank/contract/pages'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { bankNow } from '../../api/bank-clock.ts'
import { sessionQuery, useSignedIn } from '../../sessions/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import { HiddenContent } from '../../ui/hidden-content.ts'
import { refreshPanel } from '../refresh-panel.ts'
import { PasscodeForm } from './passcode-form.tsx'
import { usePasscodeEntry } from './use-passcode-entry.ts'

/**
 * Shows its page to an elevated session and sends any other to the passcode. When the elevation ends on an open page, the passcode
 * is asked for in a dialog: the page stays mounted and hidden, so that nothing typed is lost.
 */
export function PasscodeGate() {
  const { elevatedUntil } = useSignedIn()
  const isElevated = elevatedUntil !== null
  const [wasElevated, setWasElevated] = useState(isElevated)
  const entry = usePasscodeEntry()
  const isClosed = !isElevated || entry.isUnderWay
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEndOfElevation(elevatedUntil)
  useFreshAnswers(isElevated)
  if (isElevated && !wasElevated) setWasElevated(true)
  if (!isElevated && !wasElevated)
    return <Navigate to={linkTo('passcode')} replace state={{ requestedPage: `${pathname}${search}` }} />
  const leave = () => navigate(linkTo('dashboard'))
  return (
    <>
      <div className={clsx('contents', isClosed && 'invisible')}>
        <HiddenContent value={isClosed}>
          <Outlet />
        </HiddenContent>
      </div>
      <Dialog
        open={isClosed}
        onClose={leave}
        shape="guard"
        title="Enter the passcode again"
        description="Your access to the admin panel has ended. What you typed is still here."
      >
        <PasscodeForm entry={entry} />
        <Button look="quiet" onClick={leave}>
          Leave the admin panel
        </Button>
      </Dialog>
    </>
  )
}

/** Checks the session when its elevation should be over: requests since may have extended it. */
function useEndOfElevation(elevatedUntil: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (elevatedUntil === null) return
    const check = () => {
      if (bankNow() > Date.parse(elevatedUntil)) void client.refetchQueries(sessionQuery)
    }
    const timer = setInterval(check, 10_000)
    return () => clearInterval(timer)
  }, [client, elevatedUntil])
}

/** Repeats the queries that were refused without the passcode, once it has been entered. */
function useFreshAnswers(isElevated: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isElevated) void refreshPanel(client)
  }, [client, isElevated])
}
