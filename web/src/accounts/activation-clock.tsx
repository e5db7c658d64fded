import { activationHours } from '@bank/contract/accounts/state'
import type { AccountView } from '@bank/contract/accounts/view'
import { useEffect, useState } from 'react'
import { bankNow } from '../api/bank-clock.ts'
import { DateText } from '../ui/date-text.tsx'

const hour = 3_600_000

/** When a new account will be activated (§1), or why it was not. Afterwards it gives no time. */
export function ActivationClock({ account }: { account: AccountView }) {
  const now = useMinutes()
  if (account.activatedAt) {
    return <p>Your account has been deactivated. The money in it is still yours. Contact us to learn why.</p>
  }
  if (account.declineReason) {
    return (
      <>
        <p className="wrap-anywhere font-semibold">
          We did not activate your account: <bdi>{account.declineReason}</bdi>
        </p>
        <p>
          The money in it is still yours. Contact us if the reason no longer holds: we can still activate it.
        </p>
      </>
    )
  }
  const promised = new Date(Date.parse(account.openedAt) + activationHours * hour).toISOString()
  if (Date.parse(promised) <= now) {
    return (
      <p>
        Your account is waiting to be activated. This page updates automatically. Contact us if you need it
        soon or have a question.
      </p>
    )
  }
  return (
    <>
      <p className="font-semibold">
        We’ll activate your account by <DateText moment={promised} long />.
      </p>
      <p>
        A new account is activated within {activationHours} hours of registration. This page updates
        automatically.
      </p>
    </>
  )
}

/** The bank's time in milliseconds, updated every minute. */
function useMinutes(): number {
  const [now, setNow] = useState(bankNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(bankNow()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
